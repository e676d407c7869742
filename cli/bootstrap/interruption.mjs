/**
 * The one place that hears Ctrl+C, SIGTERM, a closing terminal and the end of `npm`. What runs registers how it is
 * stopped; the first request stops in order (latest first), a second one kills.
 */
import { readFileSync } from 'node:fs';

/** npm hands the terminal's Ctrl+C on once more: what comes within this time is the same key press, in milliseconds. */
const SAME_KEY_PRESS = 1_000;
const PARENT_INTERVAL = 1_000;

/** @typedef {{ stop: () => Promise<void>, kill: () => void }} Stoppable */

/** @type {Stoppable[]} */
const running = [];
/** @type {Promise<void> | null} */
let stopping = null;
let askedAt = 0;

/**
 * Registers something that has to be stopped before the process may end.
 *
 * @param {Stoppable} stoppable
 * @returns {() => void} to call when it has ended by itself
 */
export function stopOnInterruption(stoppable) {
  running.push(stoppable);
  return () => {
    const index = running.indexOf(stoppable);
    if (index >= 0) running.splice(index, 1);
  };
}

/** Stops everything that is registered, latest first; asked twice, it is the same stop. */
export function stopEverything() {
  stopping ??= (async () => {
    for (const stoppable of [...running].reverse()) await stoppable.stop();
  })();
  return stopping;
}

/** Whether a stop was asked for, so that the end of a process is no surprise. */
export function isStopping() {
  return stopping !== null;
}

/** Starts to listen. */
export function listenForInterruption() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => onRequest(signal));
  // A reader that went away (`npm start | head`, a closed terminal) must not end what runs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (process.env.npm_lifecycle_event !== undefined) watchParents();
}

/** @param {string} reason */
function onRequest(reason) {
  const now = Date.now();
  if (stopping === null) {
    askedAt = now;
    console.log(`\nStopping (${reason === 'SIGINT' ? 'Ctrl+C again to force' : reason}) …`);
    void stopEverything().then(
      () => end('Stopped.', reason === 'SIGINT' || reason === 'SIGTERM' ? 0 : 1),
      (error) => end(String(error), 1),
    );
    return;
  }
  if (now - askedAt < SAME_KEY_PRESS) return;
  for (const stoppable of running) stoppable.kill();
  end('Stopped by force.', 1);
}

/**
 * @param {string} line
 * @param {number} code
 */
function end(line, code) {
  console.log(line);
  process.exit(code);
}

/**
 * `npm` cannot hand on a `kill -9`; so when it, or the shell that it put in between, is gone, that counts as a
 * request to stop.
 */
function watchParents() {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  setInterval(() => {
    if (stopping !== null) return;
    if (process.ppid !== parent || parentOf(parent) !== grandparent) onRequest('npm has ended');
  }, PARENT_INTERVAL).unref();
}

/**
 * Only where the parent is a shell is there somebody behind it to watch; where the system does not tell (no /proc),
 * the parent alone is watched.
 *
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    if (!/^(ba|da|z|a)?sh$/.test(name)) return null;
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
