import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Network } from '#demo/network/network.ts';

let servers: Server[] = [];
let network: Network | undefined;
let open: ServerResponse[] = [];

/** A server that answers its name and keeps the answer open. */
async function serverOf(name: string): Promise<string> {
  const server = createServer((_req, res) => {
    open.push(res);
    res.write(name);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
}

async function ask(url: string) {
  const reader = (await fetch(url)).body?.getReader();
  const first = await reader?.read();
  return { name: Buffer.from(first?.value ?? []).toString(), rest: () => reader?.read() };
}

beforeEach(() => {
  servers = [];
  open = [];
});
afterEach(async () => {
  await network?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('the network of the demo', () => {
  it('passes on what both sides say', async () => {
    network = await Network.to(await serverOf('one'));
    expect(network.url).toMatch(/\/mcp$/);
    expect((await ask(network.url)).name).toBe('one');
  });

  it('cuts both sides, so that the server sees its client go', async () => {
    network = await Network.to(await serverOf('one'));
    const answer = await ask(network.url);
    network.cut();
    await expect(answer.rest()).rejects.toThrow();
    await vi.waitFor(() => expect(open[0]?.closed).toBe(true));
  });

  it('orphans a connection: the client is gone, and the server writes on', async () => {
    network = await Network.to(await serverOf('one'));
    const answer = await ask(network.url);
    network.orphan();
    await expect(answer.rest()).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(open[0]?.closed).toBe(false);
    expect(open[0]?.write('into the void')).toBe(true);
    network.cut();
    await vi.waitFor(() => expect(open[0]?.closed).toBe(true));
  });

  it('refuses everybody while it is down, and nobody after', async () => {
    network = await Network.to(await serverOf('one'));
    network.down();
    await expect(ask(network.url)).rejects.toThrow();
    network.up();
    expect((await ask(network.url)).name).toBe('one');
  });

  it('tells the server when a client leaves by itself', async () => {
    network = await Network.to(await serverOf('one'));
    const controller = new AbortController();
    await fetch(network.url, { signal: controller.signal });
    controller.abort();
    await vi.waitFor(() => expect(open[0]?.closed).toBe(true));
  });

  it('sends new connections elsewhere once it is told to', async () => {
    network = await Network.to(await serverOf('one'));
    network.route(await serverOf('two'));
    expect((await ask(network.url)).name).toBe('two');
  });
});
