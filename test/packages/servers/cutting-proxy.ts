import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut: the network between a client and a server. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts every connection on both sides: the server sees its clients go. */
  cut(): void;
  /** Cuts the clients' side alone: the server goes on writing into the void, as behind a proxy that has not noticed. */
  orphan(): void;
  /** New connections are refused until it is lifted. */
  block(blocked: boolean): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string, port = 0): Promise<CuttingProxy> {
  const { hostname, port: targetPort, pathname } = new URL(target);
  const pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  let blocked = false;
  const server = createServer((client) => {
    if (blocked) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(targetPort), hostname);
    const pair = { client, upstream };
    pairs.add(pair);
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (!client.destroyed) client.write(chunk);
    });
    client.on('error', () => {});
    upstream.on('error', () => client.destroy());
    client.on('end', () => upstream.end());
    upstream.on('close', () => {
      pairs.delete(pair);
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${actual}${pathname}`,
    cut: () => {
      for (const { client, upstream } of [...pairs]) {
        client.destroy();
        upstream.destroy();
      }
    },
    orphan: () => {
      for (const { client } of [...pairs]) client.destroy();
    },
    block: (value) => {
      blocked = value;
    },
    close: () => {
      for (const { client, upstream } of [...pairs]) {
        client.destroy();
        upstream.destroy();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
