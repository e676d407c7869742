import { parseConfig } from '#config';
import { type Db, openDb } from '#db/client.ts';
import { createSessionIds, type SessionIds } from '#db/session-ids.ts';
import { fromEpochMs, type UnixNanos } from '#domain/brand.ts';

/** What pages and API handlers work with; made once a process by `services`. */
export interface Services {
  readonly db: Db;
  readonly sessionIds: SessionIds;
  readonly now: () => UnixNanos;
  /** Where OTLP goes, for the set-up page. */
  readonly otlpHttp: string;
  /** Address of a trace in another tool with `{traceId}`; null: none. */
  readonly traceUrlTemplate: string | null;
}

/** The web cannot work with these settings; `npm start` has said why before it comes to this. */
class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`the web cannot start: ${problems.join('; ')}`);
    this.name = 'SettingsError';
  }
}

// Next loads a module once for each bundle that needs it, and again after edits in development: what must
// be one a process hangs on the global object.
declare global {
  var seamarkWeb: Services | undefined;
}

/** The composition root of the web: reads the settings and opens the database at first use. */
export function services(): Services {
  globalThis.seamarkWeb ??= compose(process.env);
  return globalThis.seamarkWeb;
}

/** Closes what `services` opened, so that the next use reads the settings again. */
export async function closeServices(): Promise<void> {
  const open = globalThis.seamarkWeb;
  globalThis.seamarkWeb = undefined;
  await open?.db.close();
}

function compose(env: Readonly<Record<string, string | undefined>>): Services {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new SettingsError(parsed.errors.map(({ code, message }) => `${code} ${message}`));
  const { config } = parsed;
  if (config.databaseUrl === null) throw new SettingsError(['DATABASE_URL is not set']);
  if (config.secretKey === null) throw new SettingsError(['SEAMARK_SECRET_KEY is not set']);
  return {
    db: openDb({ url: config.databaseUrl, name: 'seamark web' }),
    sessionIds: createSessionIds({ secretKey: config.secretKey, mode: config.sessionIds }),
    now: () => fromEpochMs(Date.now()),
    otlpHttp: `http://${urlHost(config.host)}:${config.otlpHttpPort}`,
    traceUrlTemplate: config.traceUrlTemplate,
  };
}

/** IPv6 addresses stand in brackets in a URL. */
const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
