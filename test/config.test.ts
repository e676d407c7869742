import { expect, test } from 'vitest';
import { parseConfig, SETTING_NAMES } from '#config';

function errorsOf(env: Record<string, string>) {
  const result = parseConfig(env);
  return result.ok ? [] : result.errors;
}

function configOf(env: Record<string, string>) {
  const result = parseConfig(env);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.config;
}

test('an empty environment gives the documented defaults', () => {
  expect(configOf({})).toEqual({
    host: '127.0.0.1',
    webPort: 4300,
    otlpHttpPort: 4318,
    otlpGrpcPort: 4317,
    dataDir: '.seamark',
    databaseUrl: null,
    secretKey: null,
    sessionIds: 'hashed',
    retentionDays: 30,
    maxBodyBytes: 16 * 1024 * 1024,
    logLevel: 'info',
    traceUrlTemplate: null,
    corsOrigins: [],
  });
});

test('an empty value counts as not set, and foreign variables are ignored', () => {
  expect(configOf({ SEAMARK_WEB_PORT: '', PATH: '/bin', OTEL_SERVICE_NAME: 'x' }).webPort).toBe(4300);
});

test('given values win', () => {
  const config = configOf({
    SEAMARK_WEB_PORT: ' 5300 ',
    SEAMARK_HOST: '::1',
    SEAMARK_SESSION_IDS: 'raw',
    SEAMARK_MAX_BODY_MIB: '64',
    SEAMARK_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
    SEAMARK_TRACE_URL_TEMPLATE: 'https://jaeger.example/trace/{traceId}',
    DATABASE_URL: 'postgresql://u:p@db.example/seamark',
  });
  expect(config).toMatchObject({ webPort: 5300, host: '::1', sessionIds: 'raw', maxBodyBytes: 67_108_864 });
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:3000']);
});

test.each([
  ['SEAMARK_WEB_PROT', 'SEAMARK_WEB_PORT'],
  ['SEAMARK_RETENTION_DAY', 'SEAMARK_RETENTION_DAYS'],
  ['SEAMARK_OTLP_PORT', 'SEAMARK_OTLP_HTTP_PORT'],
  ['SEAMARK_DATADIR', 'SEAMARK_DATA_DIR'],
])('the unknown name %s is an error that names %s', (name, meant) => {
  const [error] = errorsOf({ [name]: '1' });
  expect(error).toMatchObject({ code: 'SMK-101', setting: name });
  expect([error?.nearMatch]).toEqual([meant]);
});

test('an unknown name that resembles nothing has no near match', () => {
  const [error] = errorsOf({ SEAMARK_FLUX_CAPACITOR: 'on' });
  expect(error?.code).toBe('SMK-101');
  expect(error).not.toHaveProperty('nearMatch');
});

test.each([
  ['SEAMARK_WEB_PORT', '0'],
  ['SEAMARK_WEB_PORT', '65536'],
  ['SEAMARK_WEB_PORT', '4300x'],
  ['SEAMARK_WEB_PORT', '-1'],
  ['SEAMARK_MAX_BODY_MIB', '65'],
  ['SEAMARK_RETENTION_DAYS', '1.5'],
  ['SEAMARK_SESSION_IDS', 'plain'],
  ['SEAMARK_LOG_LEVEL', 'loud'],
  ['SEAMARK_SECRET_KEY', 'short'],
  ['SEAMARK_TRACE_URL_TEMPLATE', 'https://jaeger.example/trace'],
  ['SEAMARK_TRACE_URL_TEMPLATE', 'javascript:alert({traceId})'],
  ['SEAMARK_CORS_ORIGINS', 'https://a.example/path'],
  ['DATABASE_URL', 'mysql://db.example/x'],
])('%s=%s is refused', (name, value) => {
  expect(errorsOf({ [name]: value })).toMatchObject([{ code: 'SMK-102', setting: name }]);
});

test('a value that cannot be used is never repeated in the message', () => {
  expect(JSON.stringify(errorsOf({ SEAMARK_SECRET_KEY: 'pssst', DATABASE_URL: 'hunter2' }))).not.toMatch(
    /pssst|hunter2/,
  );
});

test.each(['0.0.0.0', '192.168.1.4', '::', 'seamark.example', '128.0.0.1'])(
  'the host %s is refused',
  (host) => {
    expect(errorsOf({ SEAMARK_HOST: host })).toMatchObject([{ code: 'SMK-103' }]);
  },
);

test('two settings on one port are an error that names both', () => {
  const [error] = errorsOf({ SEAMARK_WEB_PORT: '4318' });
  expect(error?.code).toBe('SMK-104');
  expect(error?.message).toContain('SEAMARK_WEB_PORT');
  expect(error?.message).toContain('SEAMARK_OTLP_HTTP_PORT');
});

test('every problem is reported at once', () => {
  expect(errorsOf({ SEAMARK_WEB_PORT: 'x', SEAMARK_LOG_LEVEL: 'y', SEAMARK_OOPS: 'z' })).toHaveLength(3);
});

test('the names of the settings are there for help texts', () => {
  expect(SETTING_NAMES).toContain('SEAMARK_HOST');
  expect(SETTING_NAMES).toContain('DATABASE_URL');
});
