/**
 * `npm start`, written against Node alone: at this moment nothing may be installed yet. This file also has to be
 * readable for a Node that is far too old, so that such a one gets a sentence and not a syntax error.
 */
import { checkNodeVersion } from './bootstrap/node-version.mjs';

checkNodeVersion();

import('./bootstrap/prepare.mjs')
  .then((prepare) => prepare.run(process.argv.slice(2)))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
