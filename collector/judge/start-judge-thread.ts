import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { errorCode } from '../error-code.ts';
import { type FromThread, STOP, type ThreadData } from './thread-messages.ts';

export interface JudgeThreadOptions extends ThreadData {
  /** Told of each batch: how long each of its sessions took, in milliseconds. */
  readonly onJudged: (ms: readonly number[]) => void;
  readonly onProblem: (problem: { readonly what: string; readonly code: string }) => void;
}

export interface JudgeThread {
  /** Lets the batch at hand end; resolves when the thread is gone. */
  stop(): Promise<void>;
}

const AFTER_CRASH_MS = 1_000;

/** Starts the thread that judges, and starts it again when it dies. */
export function startJudgeThread(options: JudgeThreadOptions): JudgeThread {
  const stopping = new AbortController();
  let current: Worker | undefined;
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      current = new Worker(new URL('./judge-thread-entry.mjs', import.meta.url), {
        workerData: { databaseUrl: options.databaseUrl } satisfies ThreadData,
      });
      await untilGone(current, options);
      await sleep(stopping.signal.aborted ? 0 : AFTER_CRASH_MS);
    }
  };
  const gone = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      current?.postMessage(STOP);
      await gone;
    },
  };
}

function untilGone(worker: Worker, options: JudgeThreadOptions): Promise<void> {
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'judged') options.onJudged(message.ms);
    else options.onProblem({ what: message.what, code: message.code });
  });
  worker.on('error', (error) => options.onProblem({ what: 'judge thread died', code: errorCode(error) }));
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
  });
}
