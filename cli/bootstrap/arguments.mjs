import { FriendlyError } from './friendly-error.mjs';
import { HELP } from './help.mjs';

/**
 * What is typed after `npm start --`, before anything is installed: asking for help must not cost an installation.
 *
 * @param {readonly string[]} args
 * @returns {string | null} the text that is the whole answer, or null to start
 * @throws FriendlyError SMK-127 for an argument that does not exist
 */
export function answerTo(args) {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return HELP;
  const [unknown] = args;
  if (unknown === undefined) return null;
  throw new FriendlyError(
    `\nSMK-127  npm start knows no ${unknown}\n` +
      '         npm start -- --help shows what there is; everything is set by environment variables.\n' +
      '         More: docs/errors.md#smk-127\n',
  );
}
