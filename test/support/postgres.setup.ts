import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
  }
}

/**
 * One real Postgres for all tests of a project, in a temporary folder that goes away with it.
 * `SEAMARK_TEST_DATABASE_URL` names another one instead; its role must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.SEAMARK_TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: join(tmpdir(), `seamark-test-${randomBytes(6).toString('hex')}`),
    log: () => {},
    // Test data need not survive a power cut; everything else is as in production.
    settings: { fsync: 'off', shared_buffers: '128MB' },
    temporary: true,
  });
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
