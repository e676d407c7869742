import { join } from 'node:path';
import type { Config } from '#config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { MigrationError, migrate } from '#db/migrate.ts';
import { checkServer } from '#db/server-check.ts';
import { LineGate, worthShowing } from './child-lines.ts';
import { type RunningChild, startChild } from './child-process.ts';
import { LogFile } from './log-file.ts';
import { originOf } from './origin.ts';
import { untilReady } from './readiness.ts';
import { StartError } from './start-error.ts';

/** What the parts of a running Seamark need to know. */
export interface StackOptions {
  readonly config: Config;
  /** The clone. */
  readonly root: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly secretKey: string;
}

const COLLECTOR_PATIENCE = 10_000;
/** The web holds no state; open pages must not delay the stop. */
const WEB_PATIENCE = 3_000;

/**
 * The processes of one Seamark, started one after the other and stopped in the opposite order: those who write to
 * the database before the database.
 */
export class Stack {
  readonly #options: StackOptions;
  readonly #gate = new LineGate((line) => console.error(line), Date.now);
  readonly #children: RunningChild[] = [];
  #postgres: Promise<EmbeddedPostgres> | null = null;
  #databaseUrl = '';
  #stopping = false;

  constructor(options: StackOptions) {
    this.#options = options;
  }

  /** Starts the embedded Postgres, or makes sure that the given one can be used. Returns its name for people. */
  async startDatabase(): Promise<string> {
    const { config, dataDir } = this.#options;
    if (config.databaseUrl !== null) {
      const check = await checkServer(config.databaseUrl);
      if (!check.ok)
        throw new StartError('SMK-128', `the database of DATABASE_URL cannot be used: ${check.reason}`);
      this.#databaseUrl = config.databaseUrl;
      return `Postgres ${check.version} (DATABASE_URL)`;
    }
    const file = new LogFile(this.#logPath('database'));
    const show = this.#shower('database');
    const log = (line: string) => {
      file.write(line);
      show('stderr', line);
    };
    this.#postgres = startEmbeddedPostgres({ dataDir, log });
    this.#databaseUrl = (await this.#postgres).url;
    return 'embedded Postgres';
  }

  /** @throws StartError SMK-129 */
  async migrate(): Promise<void> {
    const file = new LogFile(this.#logPath('database'));
    try {
      await migrate({ url: this.#databaseUrl, log: (line) => file.write(line) });
    } catch (error) {
      if (error instanceof MigrationError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError('SMK-129', `the database could not be brought up to date: ${reason}`);
    }
  }

  async startCollector(): Promise<void> {
    const { config } = this.#options;
    const child = this.#start({
      name: 'collector',
      args: ['--import', 'tsx', 'collector/main.ts'],
      patience: COLLECTOR_PATIENCE,
    });
    await untilReady(child, originOf(config.host, config.otlpHttpPort));
  }

  async startWeb(): Promise<void> {
    const { config } = this.#options;
    const next = join('node_modules', 'next', 'dist', 'bin', 'next');
    const args = [next, 'start', '-H', config.host, '-p', String(config.webPort)];
    const child = this.#start({ name: 'web', args, patience: WEB_PATIENCE });
    await untilReady(child, originOf(config.host, config.webPort));
  }

  /** Settles when a part ends that nobody asked to end; stays open otherwise. */
  async untilSomethingEnds(): Promise<StartError> {
    const parts = this.#children.map(async (child) => ({ child, how: await child.ended }));
    const postgres = await this.#postgres;
    const database =
      postgres === null ? [] : [postgres.exited.then((exit) => ({ child: null, how: describe(exit) }))];
    const { child, how } = await Promise.race([...parts, ...database]);
    const name = child?.name ?? 'database';
    const lines = child?.lastLines() ?? postgres?.lastLines() ?? [];
    return new StartError('SMK-126', `the ${name} ended by itself (${how})`, lines);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#children.map((child) => child.stop()));
    // A Postgres that is still starting is waited for: it cannot be stopped in a clean way before it runs.
    const postgres = await this.#postgres?.catch(() => null);
    await postgres?.stop();
  }

  /** For the impatient: the processes at once; the guard stops Postgres when this process is gone. */
  kill(): void {
    for (const child of this.#children) child.kill();
  }

  #start(job: {
    readonly name: string;
    readonly args: readonly string[];
    readonly patience: number;
  }): RunningChild {
    const { config, root, dataDir, secretKey } = this.#options;
    if (this.#stopping) throw new StartError('SMK-126', 'stopped while starting');
    const file = new LogFile(this.#logPath(job.name));
    const show = this.#shower(job.name);
    const child = startChild({
      ...job,
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        SEAMARK_HOST: config.host,
        SEAMARK_DATA_DIR: dataDir,
        SEAMARK_SECRET_KEY: secretKey,
        DATABASE_URL: this.#databaseUrl,
      },
      onLine: (stream, line) => {
        file.write(line);
        show(stream, line);
      },
    });
    this.#children.push(child);
    return child;
  }

  #logPath(name: string): string {
    return join(this.#options.dataDir, 'logs', `${name}.log`);
  }

  #shower(name: string): (stream: 'stdout' | 'stderr', line: string) => void {
    return (stream, line) => {
      if (this.#stopping) return;
      const text = worthShowing({ name, stream }, line);
      if (text !== null) this.#gate.show(text);
    };
  }
}

function describe(exit: { readonly code: number | null; readonly signal: string | null }): string {
  return exit.signal ?? `exit code ${exit.code}`;
}
