import { z } from 'zod';

/** What can be wrong with the settings; each code is explained in docs/errors.md. */
export const CONFIG_ERROR_CODES = [
  'SMK-101', // a SEAMARK_ name that does not exist
  'SMK-102', // a value that cannot be used
  'SMK-103', // a host other than the loopback
  'SMK-104', // two settings that name the same port
] as const;
export type ConfigErrorCode = (typeof CONFIG_ERROR_CODES)[number];

/** One wrong setting. Values are never part of it: some are secrets. */
export interface ConfigError {
  readonly code: ConfigErrorCode;
  /** Name of the environment variable. */
  readonly setting: string;
  readonly message: string;
  /** The setting that was probably meant. */
  readonly nearMatch?: string;
}

export const SESSION_ID_MODES = ['hashed', 'raw'] as const;
export type SessionIdMode = (typeof SESSION_ID_MODES)[number];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The settings of every process of Seamark, parsed once where the process is put together. */
export interface Config {
  /** Always a loopback address in this version. */
  readonly host: string;
  readonly webPort: number;
  readonly otlpHttpPort: number;
  /** Reserved: the gRPC receiver is not built yet. */
  readonly otlpGrpcPort: number;
  /** Relative paths are relative to the folder that Seamark was started in. */
  readonly dataDir: string;
  /** null: the embedded Postgres. */
  readonly databaseUrl: string | null;
  /** null: the key kept in the data directory. */
  readonly secretKey: string | null;
  readonly sessionIds: SessionIdMode;
  readonly retentionDays: number;
  /** Limit of one OTLP request after inflating, in bytes. */
  readonly maxBodyBytes: number;
  readonly logLevel: LogLevel;
  /** Address of a trace in another tool, with `{traceId}` where the id goes; null: no link. */
  readonly traceUrlTemplate: string | null;
  /** Origins that may send OTLP from a browser. */
  readonly corsOrigins: readonly string[];
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

/** Read by tests and packaging only; named here so that they are no unknown settings. */
const TOOL_SETTINGS = ['SEAMARK_CHROMIUM', 'SEAMARK_TEST_DATABASE_URL'] as const;

const MEBIBYTE = 1024 * 1024;
const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;

const SETTINGS = z.object({
  SEAMARK_HOST: z.string().default('127.0.0.1'),
  SEAMARK_WEB_PORT: wholeNumber({ fallback: 4300, min: 1, max: 65_535 }),
  SEAMARK_OTLP_HTTP_PORT: wholeNumber({ fallback: 4318, min: 1, max: 65_535 }),
  SEAMARK_OTLP_GRPC_PORT: wholeNumber({ fallback: 4317, min: 1, max: 65_535 }),
  SEAMARK_DATA_DIR: z.string().default('.seamark'),
  SEAMARK_SECRET_KEY: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  SEAMARK_SESSION_IDS: z
    .enum(SESSION_ID_MODES, `must be one of ${SESSION_ID_MODES.join(', ')}`)
    .default('hashed'),
  SEAMARK_RETENTION_DAYS: wholeNumber({ fallback: 30, min: 1, max: 3650 }),
  SEAMARK_MAX_BODY_MIB: wholeNumber({ fallback: 16, min: 1, max: 64 }),
  SEAMARK_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SEAMARK_TRACE_URL_TEMPLATE: z
    .string()
    .refine(isTraceTemplate, 'must be an http or https address that contains {traceId}')
    .nullable()
    .default(null),
  SEAMARK_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins like https://app.example, separated by commas',
    ),
  DATABASE_URL: z
    .string()
    .refine(isPostgresAddress, 'must be an address like postgres://user:password@host:5432/database')
    .nullable()
    .default(null),
});

/** Names of all settings, for help texts and the documentation. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape);

/**
 * Parses the settings out of an environment. Empty values count as not set; every problem is reported, not just
 * the first.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = SETTINGS.safeParse(given);
  const unknown = unknownSettings(env);
  if (!parsed.success) return { ok: false, errors: [...unknown, ...badValues(parsed.error)] };
  const errors = [...unknown, ...refusedHost(parsed.data), ...samePorts(parsed.data)];
  return errors.length === 0 ? { ok: true, config: toConfig(parsed.data) } : { ok: false, errors };
}

type Parsed = z.output<typeof SETTINGS>;

function toConfig(parsed: Parsed): Config {
  return {
    host: parsed.SEAMARK_HOST,
    webPort: parsed.SEAMARK_WEB_PORT,
    otlpHttpPort: parsed.SEAMARK_OTLP_HTTP_PORT,
    otlpGrpcPort: parsed.SEAMARK_OTLP_GRPC_PORT,
    dataDir: parsed.SEAMARK_DATA_DIR,
    databaseUrl: parsed.DATABASE_URL,
    secretKey: parsed.SEAMARK_SECRET_KEY,
    sessionIds: parsed.SEAMARK_SESSION_IDS,
    retentionDays: parsed.SEAMARK_RETENTION_DAYS,
    maxBodyBytes: parsed.SEAMARK_MAX_BODY_MIB * MEBIBYTE,
    logLevel: parsed.SEAMARK_LOG_LEVEL,
    traceUrlTemplate: parsed.SEAMARK_TRACE_URL_TEMPLATE,
    corsOrigins: parsed.SEAMARK_CORS_ORIGINS,
  };
}

function wholeNumber(range: { readonly fallback: number; readonly min: number; readonly max: number }) {
  const message = `must be a whole number from ${range.min} to ${range.max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(range.min, message).max(range.max, message))
    .default(range.fallback);
}

function addressOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isTraceTemplate(text: string): boolean {
  return /^https?:$/.test(addressOf(text)?.protocol ?? '') && text.includes('{traceId}');
}

function isOrigin(text: string): boolean {
  return addressOf(text)?.origin === text && text !== 'null';
}

function isPostgresAddress(text: string): boolean {
  return /^postgres(ql)?:$/.test(addressOf(text)?.protocol ?? '');
}

function badValues(error: z.ZodError<Parsed>): readonly ConfigError[] {
  return error.issues.map((issue) => ({
    code: 'SMK-102',
    setting: String(issue.path[0]),
    message: `${String(issue.path[0])} ${issue.message}`,
  }));
}

function refusedHost({ SEAMARK_HOST: host }: Parsed): readonly ConfigError[] {
  if (LOOPBACK.test(host)) return [];
  return [
    {
      code: 'SMK-103',
      setting: 'SEAMARK_HOST',
      message:
        'SEAMARK_HOST must be a loopback address: this version has no sign-in, so it may not be reached from elsewhere',
    },
  ];
}

function samePorts(parsed: Parsed): readonly ConfigError[] {
  const seen = new Map<number, string>();
  const errors: ConfigError[] = [];
  for (const setting of ['SEAMARK_WEB_PORT', 'SEAMARK_OTLP_HTTP_PORT', 'SEAMARK_OTLP_GRPC_PORT'] as const) {
    const port = parsed[setting];
    const other = seen.get(port);
    if (other !== undefined) {
      errors.push({ code: 'SMK-104', setting, message: `${setting} and ${other} both name port ${port}` });
    }
    seen.set(port, other ?? setting);
  }
  return errors;
}

function unknownSettings(env: Readonly<Record<string, string | undefined>>): readonly ConfigError[] {
  const known: readonly string[] = [...SETTING_NAMES, ...TOOL_SETTINGS];
  return Object.keys(env)
    .filter((name) => name.startsWith('SEAMARK_') && !known.includes(name))
    .sort()
    .map((name) => {
      const nearMatch = nearest(name, known);
      return {
        code: 'SMK-101',
        setting: name,
        message: `${name} is no setting of Seamark`,
        ...(nearMatch === null ? {} : { nearMatch }),
      };
    });
}

/** The known name with the fewest edits, if they are few; a name whose words all occur in it counts as one edit. */
function nearest(name: string, known: readonly string[]): string | null {
  const words = name.split('_');
  const [best] = known
    .map((candidate) => {
      const inside = words.every((word) => candidate.split('_').includes(word));
      return { candidate, distance: inside ? 1 : editDistance(name, candidate) };
    })
    .sort((a, b) => a.distance - b.distance);
  const limit = Math.max(2, Math.floor((name.length - 'SEAMARK_'.length) / 3));
  return best !== undefined && best.distance <= limit ? best.candidate : null;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
