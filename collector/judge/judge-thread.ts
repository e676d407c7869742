import { parentPort, workerData } from 'node:worker_threads';
import { openDb } from '#db/client.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { startJudgeWorker } from './judge-worker.ts';
import { type FromThread, STOP, type ThreadData } from './thread-messages.ts';

/*
 * Composition root of the thread that judges: a large session may keep it busy for a second, during which the
 * main thread goes on receiving. It shares nothing with it but these messages.
 */
const { databaseUrl } = workerData as ThreadData;
const db = openDb({ url: databaseUrl, max: 3, name: 'seamark-judge' });
const tell = (message: FromThread) => parentPort?.postMessage(message);

const worker = await startJudgeWorker({
  db,
  rules: { settings: DEFAULT_SETTINGS, clock: Date.now },
  onBatch: ({ judged }) => tell({ kind: 'judged', ms: judged.map((session) => session.ms) }),
  onProblem: (problem) => tell({ kind: 'problem', ...problem }),
});

parentPort?.on('message', async (message) => {
  if (message !== STOP) return;
  await worker.stop();
  await db.close();
  parentPort?.close();
});
