import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTo } from './arguments.mjs';
import { ensureBuilt } from './build.mjs';
import { FriendlyError } from './friendly-error.mjs';
import { ensureInstalled } from './install.mjs';
import { listenForInterruption } from './interruption.mjs';

/** The clone: everything else is relative to it, wherever the command was typed. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Answers a question for help; else installs, then hands over to the supervisor, which checks the settings before it asks for the long build.
 *
 * @param {string[]} args
 */
export async function run(args) {
  listenForInterruption();
  try {
    const answer = answerTo(args);
    if (answer !== null) {
      console.log(answer);
      return;
    }
    await ensureInstalled(ROOT);
  } catch (error) {
    endBy(error);
  }
  await loadTypeScript();
  const { start } = await import('../start.ts');
  await start({ root: ROOT, ensureBuilt: () => ensureBuilt(ROOT).catch(endBy) });
}

/** For `npm test`: installs, builds, and makes TypeScript loadable. */
export async function prepare() {
  listenForInterruption();
  try {
    await ensureInstalled(ROOT);
    await ensureBuilt(ROOT);
  } catch (error) {
    endBy(error);
  }
  await loadTypeScript();
}

async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}

/**
 * A failure that was put into words needs no stack.
 *
 * @param {unknown} error
 * @returns {never}
 */
function endBy(error) {
  if (!(error instanceof FriendlyError)) throw error;
  console.error(error.message);
  process.exit(1);
}
