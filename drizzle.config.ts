import { defineConfig } from 'drizzle-kit';

/**
 * Generates migrations from the schema (`npm run db:generate`). `facts.ts` is not listed: its table is
 * partitioned, which drizzle-kit cannot express, so its SQL is written by hand.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['counts', 'derived', 'findings', 'judging', 'sessions'].map((name) => `./db/schema/${name}.ts`),
  out: './db/migrations',
});
