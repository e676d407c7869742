import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { deriveSalt, hashSessionId } from '#db/session-ids.ts';
import { KEY, startServer } from './test-server.ts';

const run = promisify(execFile);
const EMITTER = fileURLToPath(new URL('./emitter.ts', import.meta.url));
const SESSION = hashSessionId(deriveSalt(KEY), 'secret-session-id-of-the-emitter');

describe('an official exporter in a process of its own', () => {
  it.each([
    ['protobuf', 'none'],
    ['protobuf', 'gzip'],
    ['json', 'none'],
    ['json', 'gzip'],
  ])('is received over %s with compression %s', async (form, compression) => {
    const server = await startServer();
    const url = `http://localhost:${server.port}/v1/traces`;
    await run(process.execPath, ['--import', 'tsx', EMITTER, form, url, compression]);

    expect(
      server.reports.map((report) => [report.status, report.items, report.passedOver, report.rejected]),
    ).toEqual([[200, 3, 1, {}]]);
    expect(server.facts.map((fact) => fact.kind).sort()).toEqual(['emit', 'emit', 'emit', 'execution']);
    expect(server.facts.find((fact) => fact.kind === 'execution')).toMatchObject({
      service: 'emitter',
      instance: 'pod-1',
      environment: 'test',
      scope: 'emitter-scope',
      session: SESSION,
      identified: true,
      observer: 'server',
      protocol: '2025-11-25',
      tool: 'order.create',
      requestId: '7',
      destructive: true,
      error: '_OTHER',
    });
    expect(server.facts.filter((fact) => fact.kind === 'emit')).toMatchObject(
      [1, 2, 3].map((ordinal) => ({
        session: SESSION,
        streamId: 'G1',
        origin: 'get',
        ordinal,
        eventId: `{session}_${ordinal}`,
        replayed: false,
      })),
    );
    const stored = JSON.stringify(server.facts, (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(stored).not.toContain('secret-session');
    expect(stored).not.toContain('4111');
  });
});
