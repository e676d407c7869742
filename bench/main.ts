import { benchInstrumentation } from './instrumentation.ts';
import { benchJudging } from './judging.ts';

/** Each benchmark by name; `npm run bench -- NAME` runs one. */
const BENCHES = {
  instrumentation: benchInstrumentation,
  judging: benchJudging,
} as const;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const results: Record<string, unknown> = {};
for (const [name, run] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  const rows = await run();
  console.table(rows);
  results[name] = rows;
}
console.log(JSON.stringify({ node: process.version, results }));
