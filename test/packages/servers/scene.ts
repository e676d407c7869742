import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type RunningServer, type ServerOptions, startMcpServer } from './mcp-server.ts';
import { RawClient } from './raw-client.ts';
import { SpanCollection } from './spans.ts';

/** A server, the network before it, and what was reported; closed together. */
export interface Scene {
  readonly server: RunningServer;
  readonly proxy: CuttingProxy;
  readonly spans: SpanCollection;
  client(): RawClient;
  close(): Promise<void>;
}

export async function startScene(options: ServerOptions = {}, spans = new SpanCollection()): Promise<Scene> {
  const server = await startMcpServer({
    ...options,
    seamark: { tracerProvider: spans.provider, ...options.seamark },
  });
  const proxy = await startCuttingProxy(server.url);
  return {
    server,
    proxy,
    spans,
    client: () => new RawClient(proxy.url),
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
