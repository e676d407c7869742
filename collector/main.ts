import { type Logger, pino } from 'pino';
import { type Config, parseConfig } from '#config';
import { type Db, openDb } from '#db/client.ts';
import { assertMigrated } from '#db/migration-state.ts';
import { createPartitions } from '#db/partitions.ts';
import { judgingLag } from '#db/queries/dirty-sessions.ts';
import { keyMatches } from '#db/queries/key-check.ts';
import type { FactTarget } from '#db/queries/store-facts.ts';
import { createSessionIds, type SessionIds } from '#db/session-ids.ts';
import { fromEpochMs } from '#domain/brand.ts';
import { errorCode } from './error-code.ts';
import { type JudgeThread, startJudgeThread } from './judge/start-judge-thread.ts';
import { type CollectorMetrics, createMetrics, observeExport } from './metrics.ts';
import { createOtlpServer } from './otlp/server.ts';
import { StartError } from './start-error.ts';
import { createFactSink, DEFAULT_SINK_LIMITS, type QueueingSink } from './store/fact-sink.ts';
import { keepPartitionsAhead } from './store/partitions-ahead.ts';

/*
 * The composition root of the collector: OTLP in, facts stored, sessions judged. Stateless but for what is in
 * flight; any number may run side by side on one database.
 */

/** Bodies that may be worked on at once, as a multiple of the largest one that is taken. */
const BODIES_IN_FLIGHT = 8;

async function main(): Promise<void> {
  const config = configOf(process.env);
  const log = pino({ level: config.logLevel, base: { process: 'collector' } });
  const { databaseUrl, sessionIds } = requiredOf(config);
  const db = openDb({ url: databaseUrl, max: 6, name: 'seamark-collector' });
  await refuseWrongDatabase(db, sessionIds);

  const partitions = createPartitions(db);
  const ahead = await keepPartitionsAhead({ partitions, clock: Date.now, log });
  const metrics = createMetrics({ queued: () => sink.queued(), judgingLag: () => judgingLag(db.sql) });
  const sink = sinkOf({ target: { db, partitions }, metrics, log });
  const judge = judgeOf({ databaseUrl, metrics, log });
  const server = createOtlpServer({
    sink,
    log,
    clock: () => fromEpochMs(Date.now()),
    ingest: { sessionIds, retentionDays: config.retentionDays },
    limits: {
      maxBodyBytes: config.maxBodyBytes,
      maxInFlightBytes: BODIES_IN_FLIGHT * config.maxBodyBytes,
    },
    cors: config.corsOrigins,
    health: {
      ready: () => readiness(db),
      metrics: async () => ({
        contentType: metrics.registry.contentType,
        body: await metrics.registry.metrics(),
      }),
    },
    webUrl: `http://${hostInUrl(config.host)}:${config.webPort}`,
    onExport: (report) => observeExport(metrics, report),
  });
  const stop = once(async () => {
    log.info({}, 'stopping');
    await server.close();
    await sink.drained();
    ahead.stop();
    await judge.stop();
    await db.close();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  const { port } = await listen(server, config);
  log.info({ port }, 'receiving OTLP over HTTP');
}

interface Told {
  readonly metrics: CollectorMetrics;
  readonly log: Logger;
}

function sinkOf({ target, metrics, log }: Told & { readonly target: FactTarget }): QueueingSink {
  return createFactSink({
    target,
    limits: DEFAULT_SINK_LIMITS,
    onCommit: ({ stored, seconds }) => {
      metrics.commitSeconds.observe(seconds);
      if (stored.refused.size > 0) log.warn({ facts: stored.refused.size }, 'facts could not be stored');
    },
    onFailure: (error) => {
      metrics.commitFailures.inc();
      log.error({ code: errorCode(error) }, 'a commit failed; the senders were told to come again');
    },
  });
}

function judgeOf({ databaseUrl, metrics, log }: Told & { readonly databaseUrl: string }): JudgeThread {
  return startJudgeThread({
    databaseUrl,
    onJudged: (ms) => {
      metrics.judged.inc(ms.length);
      for (const one of ms) metrics.judgeSeconds.observe(one / 1000);
    },
    onProblem: ({ what, code }) => {
      metrics.judgeFailures.inc({ code });
      log.warn({ code }, what);
    },
  });
}

function configOf(env: NodeJS.ProcessEnv): Config {
  const result = parseConfig(env);
  if (result.ok) return result.config;
  const [first] = result.errors;
  const messages = result.errors.map((error) => `${error.code}: ${error.message}`);
  throw new StartError(first?.code ?? 'SMK-102', messages.join('\n'));
}

/** `npm start` gives both; who starts the collector alone must give them too. */
function requiredOf(config: Config): { readonly databaseUrl: string; readonly sessionIds: SessionIds } {
  if (config.databaseUrl === null || config.secretKey === null) {
    const missing = config.databaseUrl === null ? 'DATABASE_URL' : 'SEAMARK_SECRET_KEY';
    throw new StartError('SMK-231', `the collector needs ${missing}; \`npm start\` sets it`);
  }
  return {
    databaseUrl: config.databaseUrl,
    sessionIds: createSessionIds({ secretKey: config.secretKey, mode: config.sessionIds }),
  };
}

/** With another key every session id would hash to another value: nothing stored would be found again. */
async function refuseWrongDatabase(db: Db, sessionIds: SessionIds): Promise<void> {
  await assertMigrated(db.sql);
  if (await keyMatches(db, sessionIds.check)) return;
  throw new StartError(
    'SMK-232',
    'SEAMARK_SECRET_KEY is not the key with which this database was filled; give it that key, or another database',
  );
}

async function readiness(db: Db): Promise<{ ok: boolean; detail: Record<string, string> }> {
  try {
    await assertMigrated(db.sql);
    return { ok: true, detail: { database: 'reachable and migrated' } };
  } catch (error) {
    return { ok: false, detail: { database: errorCode(error) } };
  }
}

async function listen(
  server: ReturnType<typeof createOtlpServer>,
  config: Config,
): Promise<{ readonly port: number }> {
  try {
    return await server.listen({ host: config.host, port: config.otlpHttpPort });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new StartError(
      'SMK-121',
      `port ${config.otlpHttpPort} is in use: the OTLP receiver wanted it; SEAMARK_OTLP_HTTP_PORT names another`,
    );
  }
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

try {
  await main();
} catch (error) {
  const code = error instanceof StartError ? error.code : errorCode(error);
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`the collector cannot start (${code}): ${text}\n`);
  process.exit(1);
}
