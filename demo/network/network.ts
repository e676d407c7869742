import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  /** The client's side is gone, and the server is not to know. */
  orphaned: boolean;
}

/** The network between clients and a server: a TCP proxy on the loopback whose connections can be made to fail. */
export class Network {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #target: URL;
  #blocked = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#accept(client));
  }

  /** @param target address of a server's endpoint; the path is kept */
  static async to(target: string): Promise<Network> {
    const network = new Network(target);
    await new Promise<void>((resolve, reject) => {
      network.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return network;
  }

  get url(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return `http://127.0.0.1:${port}${this.#target.pathname}`;
  }

  /** Cuts every connection on both sides: the server sees its clients go. */
  cut(): void {
    for (const pair of [...this.#pairs]) this.#drop(pair);
  }

  /** Cuts the clients' side alone: the server writes on into the void, as behind a gateway that has not noticed. */
  orphan(): void {
    for (const pair of this.#pairs) {
      pair.orphaned = true;
      pair.client.destroy();
    }
  }

  /** The network is down: what is open is cut, what is new is refused, until it is `up()` again. */
  down(): void {
    this.#blocked = true;
    this.cut();
  }

  up(): void {
    this.#blocked = false;
  }

  /** New connections go to another server, as behind a load balancer. */
  route(target: string): void {
    this.#target = new URL(target);
  }

  async close(): Promise<void> {
    this.down();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    if (this.#blocked) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    const pair: Pair = { client, upstream, orphaned: false };
    this.#pairs.add(pair);
    client.on('data', (chunk) => upstream.write(chunk));
    client.on('close', () => {
      if (!pair.orphaned) upstream.destroy();
    });
    upstream.on('data', (chunk) => {
      if (!client.destroyed) client.write(chunk);
    });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => {
      this.#pairs.delete(pair);
      client.destroy();
    });
  }

  #drop({ client, upstream }: Pair): void {
    client.destroy();
    upstream.destroy();
  }
}
