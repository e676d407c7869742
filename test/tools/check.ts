import { resolve } from 'node:path';
import { listenForInterruption } from '../../cli/bootstrap/interruption.mjs';
import { runChecks } from './checks.ts';

/** `npm run check`: format, lint, types, layers, dead code, budgets, domain tests; under a minute. */
listenForInterruption();
const { passed, failed } = await runChecks(resolve(import.meta.dirname, '..', '..'));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
