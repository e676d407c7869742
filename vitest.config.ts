import { defineConfig } from 'vitest/config';

/** Five projects: pure domain, units, everything on a real Postgres, whole copies started and killed, pages in a real browser. */
export default defineConfig({
  resolve: { conditions: ['seamark-source', 'node'] },
  ssr: { resolve: { conditions: ['seamark-source', 'node'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'domain', include: ['test/domain/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/domain/**',
            'test/db/**',
            'test/collector/store/**',
            'test/e2e/**',
            'test/browser/**',
            'test/cli/start/**',
            'node_modules/**',
          ],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/db/**/*.test.ts', 'test/collector/store/**/*.test.ts', 'test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/postgres.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'start',
          include: ['test/cli/start/**/*.test.ts'],
          globalSetup: ['test/support/build.setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/build.setup.ts', 'test/support/postgres.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
