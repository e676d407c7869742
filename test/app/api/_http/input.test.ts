import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyOf, instant, name, pageSize, step } from '#app/api/_contract/parameters.ts';
import { checkInput, fromBody, fromQuery } from '#app/api/_http/input.ts';
import { Problem } from '#app/api/_http/problem.ts';

const shape = {
  service: anyOf(name).optional(),
  verdict: anyOf(z.enum(['fabricated', 'refused'])).optional(),
  from: instant.optional(),
  step: step.optional(),
  limit: pageSize(50, 200),
};

function query(text: string) {
  const raw = fromQuery(new URLSearchParams(text), shape);
  return raw instanceof Problem ? raw : checkInput(shape, raw);
}
const messageOf = (text: string) => {
  const result = query(text);
  return result instanceof Problem ? `${result.name}: ${result.message}` : 'no problem';
};

describe('the parameters of a call', () => {
  it('are read with their defaults, lists as lists', () => {
    expect(query('service=a&service=b&verdict=fabricated&step=5m')).toEqual({
      service: ['a', 'b'],
      verdict: ['fabricated'],
      step: 300_000,
      limit: 50,
    });
  });

  it('hold times to the nanosecond, also where the plus of an offset was not escaped', () => {
    expect(query('from=2026-11-02T10:00:00.000000001Z')).toMatchObject({ from: 1_793_613_600_000_000_001n });
    expect(query('from=2026-11-02T12:00:00+02:00')).toMatchObject({ from: 1_793_613_600_000_000_000n });
  });

  it('are errors when unknown, with what was probably meant', () => {
    expect(messageOf('servcie=a')).toMatch(/^unknown_parameter: .*"servcie".*Did you mean "service"\?$/);
    expect(messageOf('colour=red')).toMatch(/This call takes: service, verdict/);
    expect(messageOf('constructor=1')).toMatch(/^unknown_parameter/);
    expect(messageOf('__proto__=1')).toMatch(/^unknown_parameter/);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['verdict=bad', 'verdict'],
    ['service=', 'service'],
    ['service=%00', 'service'],
    ['from=yesterday', 'from'],
    ['from=2026-11-02T10:00:00', 'from'],
    ['from=9999-01-01T00:00:00Z', 'from'],
    ['step=0m', 'step'],
    ['step=5', 'step'],
    ['step=5s', 'step'],
  ])('are errors when wrong: %s', (text, field) => {
    expect(messageOf(text)).toMatch(new RegExp(`^invalid_parameter: "${field}"`));
  });

  it('are never repeated in an error: a value may be a session id', () => {
    expect(messageOf('verdict=0d0d0d0d-0000-4000-8000-000000000001')).not.toContain('0d0d');
    expect(messageOf('from=0d0d0d0d-0000-4000-8000-000000000001')).not.toContain('0d0d');
  });

  it('may come as one value or as a list in a body', () => {
    const read = (body: object) => checkInput(shape, fromBody(body, shape));
    expect(read({ service: 'a', limit: 5 })).toEqual({ service: ['a'], limit: 5 });
    expect(read({ service: ['a', 'b'] })).toMatchObject({ service: ['a', 'b'] });
    expect(read({ service: 5 })).toBeInstanceOf(Problem);
    expect(read({ servcie: 'a' })).toMatchObject({ name: 'unknown_parameter' });
  });
});
