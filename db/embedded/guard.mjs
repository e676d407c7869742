/**
 * The watchdog of the embedded Postgres: a process of its own that holds a pipe from the one that started the
 * database. When that one dies, even by `kill -9`, the pipe ends and the guard stops Postgres.
 * Plain JavaScript, so that it starts at once and needs nothing but Node.
 *
 * Lines on stdin: `watch <pid>` once Postgres runs; `remove <path as JSON>` for data that must not survive
 * (tests); `release` when Postgres was stopped in the regular way.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Signals and how long each may take: fast shutdown, immediate shutdown, the end. */
const STEPS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];

let watched = 0;
const doomed = [];

// Ctrl+C and a closing terminal are the supervisor's business; the guard outlives it on purpose.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const space = line.indexOf(' ');
  const word = space < 0 ? line : line.slice(0, space);
  const rest = space < 0 ? '' : line.slice(space + 1);
  if (word === 'watch') watched = Number(rest);
  if (word === 'remove') doomed.push(String(JSON.parse(rest)));
  if (word === 'release') watched = 0;
});
lines.on('close', () => {
  void stopWatched().then(() => {
    for (const path of doomed) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  });
});

async function stopWatched() {
  for (const [signal, patience] of STEPS) {
    if (!isAlive()) return;
    process.kill(watched, signal);
    for (const end = Date.now() + patience; isAlive() && Date.now() < end; ) await pause(50);
  }
}

function isAlive() {
  if (watched === 0) return false;
  try {
    process.kill(watched, 0);
    return true;
  } catch {
    return false;
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
