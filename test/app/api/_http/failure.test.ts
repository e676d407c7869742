import { describe, expect, it } from 'vitest';
import { databaseIsAway, errorData } from '#app/api/_http/failure.ts';
import { nearMatch } from '#app/api/_http/near-match.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const RAW = '0d0d0d0d-0000-4000-8000-000000000001';

describe('a failure', () => {
  it.each(['ECONNREFUSED', 'CONNECT_TIMEOUT', '08006', '57P01', '57P03', '3D000', '28P01', '53300', '42P01'])(
    'with code %s means that the database is away or not ready, also when wrapped',
    (code) => {
      expect(databaseIsAway(withCode(code))).toBe(true);
      expect(databaseIsAway(new Error('Failed query', { cause: withCode(code) }))).toBe(true);
    },
  );

  it.each(['22P02', '42703', '23505'])('with code %s is a defect', (code) => {
    expect(databaseIsAway(withCode(code))).toBe(false);
  });

  it('is logged without what a request may have brought', () => {
    const wrapped = new Error(`Failed query: select 1 params: ${RAW}`, {
      cause: withCode('42703', 'no column "x"'),
    });
    expect(JSON.stringify(errorData(wrapped))).not.toContain(RAW);
    expect(errorData(wrapped)).toMatchObject({ errorCode: '42703', message: 'no column "x"' });
    const badValue = withCode('22P02', `invalid input syntax for type bigint: "${RAW}"`);
    expect(JSON.stringify(errorData(badValue))).not.toContain(RAW);
    expect(JSON.stringify(errorData(RAW))).not.toContain(RAW);
  });
});

describe('a near match', () => {
  it('is the nearest word, and none when all are far', () => {
    const words = ['service', 'environment', 'verdict'];
    expect(nearMatch('verdcit', words)).toBe('verdict');
    expect(nearMatch('Service', words)).toBe('service');
    expect(nearMatch('env', words)).toBeUndefined();
    expect(nearMatch('colour', words)).toBeUndefined();
  });

  it('asks the more of a word the shorter it is', () => {
    const words = ['tool', 'from', 'verdict', 'client_version'];
    expect(nearMatch('foo', words)).toBeUndefined();
    expect(nearMatch('form', words)).toBeUndefined();
    expect(nearMatch('fro', words)).toBe('from');
    expect(nearMatch('verdicct', words)).toBe('verdict');
    expect(nearMatch('vrdcts', words)).toBeUndefined();
    expect(nearMatch('clientversions', words)).toBe('client_version');
  });
});
