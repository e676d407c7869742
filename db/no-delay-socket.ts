import { Socket } from 'node:net';

/** What the driver knows of where to connect: it parsed the address. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Path of a Unix socket, where there is one. */
  readonly path?: string | false | undefined;
}

/**
 * Makes sockets for the driver on which small packets leave at once (TCP_NODELAY). COPY ends in several small
 * packets; with Nagle's algorithm each waits for the other side's delayed acknowledgement, which made a commit
 * take 100 ms instead of 3. The driver has an option for the socket, but none for this.
 *
 * The socket is handed over while it connects: what the driver writes waits in it, and an error reaches the
 * driver as with its own sockets.
 */
export function noDelaySockets(): (target: Target) => Socket {
  let attempt = 0;
  return ({ host, port, path }) => {
    const socket = new Socket().setNoDelay(true);
    if (typeof path === 'string' && path !== '') return socket.connect(path);
    const index = attempt % host.length;
    attempt += 1;
    const name = host[index] ?? 'localhost';
    // TLS takes the name that it verifies from here (the driver reads `socket.host`).
    return Object.assign(socket.connect(port[index] ?? 5432, name), { host: name });
  };
}
