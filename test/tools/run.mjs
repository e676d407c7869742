/** `npm test`: installs and builds as `npm start` does, runs everything, and ends with one line that sums it up. */
import { checkNodeVersion } from '../../cli/bootstrap/node-version.mjs';

checkNodeVersion();

const { prepare, ROOT } = await import('../../cli/bootstrap/prepare.mjs');
await prepare();
const { runSuite } = await import('./suite.ts');
const { passed, failed, skipped } = await runSuite(ROOT);
if (skipped > 0) console.log(`\n  ${skipped} skipped`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
