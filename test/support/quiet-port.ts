import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of the loopback below the range that systems take outgoing connections from: one of those could
 * otherwise get the port between this moment and the one in which the program under test listens.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
