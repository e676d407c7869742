import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';

/** Bytes of text that are handed to the socket at once. */
const CHUNK = 256 * 1024;

/**
 * Sends lines of COPY's text format into `columns` of a table, inside a transaction.
 *
 * The driver never finishes the stream of a COPY that the server refuses at its end. So the end is seen by a
 * statement after it: it fails when the COPY failed, since the transaction is then aborted.
 *
 * @throws the server's error, or 25P02 (in failed transaction) where the driver swallowed it
 */
export async function copyIn(
  tx: postgres.TransactionSql,
  target: { readonly table: string; readonly columns: string },
  lines: Iterable<string>,
): Promise<void> {
  const stream = await tx.unsafe(`copy ${target.table} (${target.columns}) from stdin`).writable();
  let failure: Error | undefined;
  const failed = new Promise<void>((resolve) => {
    stream.on('error', (error) => {
      failure = error;
      resolve();
    });
  });
  await Promise.race([sendAll(stream, lines), failed]);
  if (!failure) {
    stream.end();
    await turn();
    await tx`select 1`;
  }
  if (failure) throw failure;
}

async function sendAll(stream: Writable, lines: Iterable<string>): Promise<void> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length >= CHUNK) {
      await send(stream, chunk);
      chunk = '';
    }
  }
  if (chunk !== '') await send(stream, chunk);
}

function send(stream: Writable, chunk: string): Promise<void> {
  return new Promise((resolve) => {
    // An error reaches the listener on the stream; here it only ends the waiting.
    stream.write(chunk, () => resolve());
  });
}
