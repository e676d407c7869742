import { defineConfig } from 'vitest/config';

/** Four projects: pure domain, units, everything on a real Postgres, pages in a real browser. */
export default defineConfig({
  resolve: { conditions: ['seamark-source', 'module', 'import', 'node', 'default'] },
  ssr: { resolve: { conditions: ['seamark-source', 'module', 'import', 'node', 'default'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'domain', include: ['test/domain/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/domain/**', 'test/db/**', 'test/collector/store/**', 'test/e2e/**', 'test/browser/**', 'node_modules/**'],
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
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/postgres.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
