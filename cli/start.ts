import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Config, parseConfig } from '#config';
import { makeDataDir } from '#db/embedded-postgres.ts';
import { isStopping, stopEverything, stopOnInterruption } from './bootstrap/interruption.mjs';
import { bold, faint, step } from './bootstrap/progress.mjs';
import { explain, explainConfig } from './supervisor/explain.ts';
import { originOf } from './supervisor/origin.ts';
import { checkPorts } from './supervisor/ports.ts';
import { secretKey } from './supervisor/secret-key.ts';
import { Stack } from './supervisor/stack.ts';

export interface StartJob {
  /** The clone. */
  readonly root: string;
  readonly ensureBuilt: () => Promise<void>;
}

/** The supervisor: brings Seamark up, says where it is, and stays until it is stopped or a part of it ends. */
export async function start(job: StartJob): Promise<void> {
  try {
    await bringUp(job);
  } catch (error) {
    // After Ctrl+C whatever fails is a consequence; the one who stops everything ends the process.
    if (isStopping()) return;
    await fail(error);
  }
}

async function bringUp(job: StartJob): Promise<void> {
  const began = Date.now();
  const result = parseConfig(process.env);
  if (!result.ok) {
    console.error(explainConfig(result.errors));
    process.exit(1);
  }
  const { config } = result;
  console.log(`${bold('Seamark')} ${versionOf(job.root)}\n`);
  await checkPorts(config.host, [
    { port: config.webPort, wantedBy: 'the web pages', setting: 'SEAMARK_WEB_PORT' },
    { port: config.otlpHttpPort, wantedBy: 'the telemetry receivers', setting: 'SEAMARK_OTLP_HTTP_PORT' },
  ]);
  await job.ensureBuilt();
  const dataDir = resolve(job.root, config.dataDir);
  await makeDataDir(dataDir);
  const stack = new Stack({ config, root: job.root, dataDir, secretKey: await secretKey(config, dataDir) });
  stopOnInterruption(stack);
  const database = await startParts(stack);
  if (isStopping()) return;
  console.log(summary({ config, database, dataDir: relative(job.root, dataDir) || '.', began }));
  const ended = await stack.untilSomethingEnds();
  if (!isStopping()) throw ended;
}

/** @returns what the database is, in words */
async function startParts(stack: Stack): Promise<string> {
  const database = await step('database', () => stack.startDatabase());
  await step('schema', () => stack.migrate());
  await step('collector and web', () => Promise.all([stack.startCollector(), stack.startWeb()]));
  return database;
}

function summary(facts: {
  readonly config: Config;
  readonly database: string;
  readonly dataDir: string;
  readonly began: number;
}): string {
  const { config } = facts;
  return [
    '',
    `  ${bold('Pages')}      ${bold(originOf(config.host, config.webPort))}`,
    `  OTLP/HTTP  ${originOf(config.host, config.otlpHttpPort)}`,
    `  Database   ${facts.database}, takes facts of the last ${config.retentionDays} days`,
    `  Logs       ${join(facts.dataDir, 'logs')}`,
    '',
    `  Next: ${bold('npm run demo')} in a second terminal sends real MCP traffic with real faults,`,
    `        or open ${originOf(config.host, config.webPort)}/setup to connect your own server.`,
    '',
    faint(`  Ready after ${((Date.now() - facts.began) / 1000).toFixed(1)} s. Ctrl+C stops everything.`),
  ].join('\n');
}

/** Tells what happened, stops what runs, and ends with an exit code that says so. */
async function fail(error: unknown): Promise<never> {
  console.error(
    `\n${explain(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
  await stopEverything();
  process.exit(1);
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}
