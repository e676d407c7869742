import { connect, createServer } from 'node:net';
import { seamarkAt } from './running-seamark.ts';
import { StartError } from './start-error.ts';

/** A port that a part of Seamark is about to listen on. */
export interface WantedPort {
  readonly port: number;
  /** Who wants it, in the words of a sentence: "the web pages". */
  readonly wantedBy: string;
  /** The setting that moves it. */
  readonly setting: string;
}

/** How long a connection attempt to a port may take, in milliseconds; on the loopback it answers at once. */
const PROBE = 500;

/**
 * Makes sure that every port is free before anything is started.
 *
 * @throws StartError SMK-121 when one is in use, SMK-122 when it may not be opened
 */
export async function checkPorts(host: string, wanted: readonly WantedPort[]): Promise<void> {
  for (const one of wanted) {
    const problem = (await somebodyAnswers(host, one.port))
      ? 'EADDRINUSE'
      : await tryToListen(host, one.port);
    if (problem === null) continue;
    if (problem === 'EADDRINUSE') throw await inUse(host, one);
    throw new StartError(
      'SMK-122',
      `port ${one.port} on ${host} cannot be opened for ${one.wantedBy} (${problem}, ${one.setting})`,
    );
  }
}

async function inUse(host: string, { port, wantedBy, setting }: WantedPort): Promise<StartError> {
  const pages = await seamarkAt(host, port);
  const message =
    pages === null
      ? `port ${port} on ${host} is in use by another program; ${wantedBy} need it (${setting})`
      : `Seamark runs already: open ${pages}\n         Port ${port} is in use by it; ${wantedBy} need it (${setting})`;
  return new StartError('SMK-121', message);
}

/** Listening alone is no proof on every system: one may share a port with somebody who listens on all addresses. */
function somebodyAnswers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(PROBE, () => answer(false));
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** @returns null when it works, else the system's error code */
function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
