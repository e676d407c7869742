/**
 * Loaded before the main module of each child (`node --import`). The child inherits one end of a pipe whose other
 * end only the supervisor holds: when the supervisor dies, even by `kill -9`, the pipe ends and the child leaves.
 * Neither the collector nor the web has to know.
 */
import { Socket } from 'node:net';

/** A child that does not leave by itself within this time is ended, in milliseconds. */
const PATIENCE = 8_000;

const descriptor = Number(process.env.WATCHDOG_PIPE);
// Processes that the child starts do not inherit the pipe and must not look for it.
delete process.env.WATCHDOG_PIPE;

if (Number.isInteger(descriptor) && descriptor > 2) {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => {});
  pipe.on('close', () => {
    setTimeout(() => signalGroup('SIGKILL'), PATIENCE).unref();
    signalGroup('SIGTERM');
  });
  pipe.resume();
  pipe.unref();
}

/**
 * The child leads a process group of its own; what it has started (test workers, a compiler) leaves with it.
 *
 * @param {NodeJS.Signals} signal
 */
function signalGroup(signal) {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal);
  }
}
