import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id exists, whoever owns it. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The command line of a process, or null when it is gone. Ids are used again after a crash or a boot, so an id
 * alone does not say that the process is ours.
 */
export function commandOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null;
  } catch {
    return commandByPs(pid);
  }
}

function commandByPs(pid: number): string | null {
  try {
    const output = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString('utf8').trim() || null;
  } catch {
    return null;
  }
}
