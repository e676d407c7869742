import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isSameOrigin } from '#app/_server/host-guard.ts';

describe('the guard of the Host header', () => {
  it.each([
    'localhost',
    'LOCALHOST:4300',
    'localhost.',
    'app.localhost:1',
    '127.0.0.1',
    '127.8.9.1:4300',
    '[::1]',
    '[::1]:4300',
  ])('lets %s in', (host) => expect(isLoopbackHost(host)).toBe(true));

  it.each([
    'evil.example',
    'evil.example:4300',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
    '128.0.0.1',
    '0.0.0.0',
    '[::2]:4300',
    '[::1]evil.example',
    'localhost@evil.example',
    'localhost:4300:1',
    'localhost:port',
    '',
    null,
    undefined,
  ])('refuses %s', (host) => expect(isLoopbackHost(host)).toBe(false));
});

describe('the guard of requests that are no mere reads', () => {
  const from = (headers: Record<string, string>) =>
    isSameOrigin(new Headers({ host: 'localhost:4300', ...headers }));

  it('lets programs and our own pages in', () => {
    expect(from({})).toBe(true);
    expect(from({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4300' })).toBe(true);
    expect(from({ origin: 'http://localhost:4300' })).toBe(true);
  });

  it('refuses other sites, other ports and what has no origin of its own', () => {
    expect(from({ 'sec-fetch-site': 'cross-site' })).toBe(false);
    expect(from({ 'sec-fetch-site': 'same-site' })).toBe(false);
    expect(from({ origin: 'http://evil.example' })).toBe(false);
    expect(from({ origin: 'http://localhost:4301' })).toBe(false);
    expect(from({ origin: 'null' })).toBe(false);
  });
});
