import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';

/**
 * A program for tests: starts the embedded Postgres in the folder given, prints one line of JSON, and keeps it until
 * it is asked to stop or is killed.
 */
const [dataDir = '', temporary] = process.argv.slice(2);
const log: string[] = [];
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: (line) => log.push(line),
  temporary: temporary === 'temporary',
});
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
