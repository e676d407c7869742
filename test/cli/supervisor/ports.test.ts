import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkPorts } from '#cli/supervisor/ports.ts';
import { freePort } from '#db/embedded/server.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function occupied(host: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function wanting(port: number) {
  return [{ port, wantedBy: 'the web pages', setting: 'SEAMARK_WEB_PORT' }];
}

test('free ports pass', async () => {
  await expect(checkPorts('127.0.0.1', wanting(await freePort()))).resolves.toBeUndefined();
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port that somebody listens on at %s is named with who wants it and the setting',
  async (host) => {
    const port = await occupied(host);
    const failure = checkPorts('127.0.0.1', wanting(port));
    await expect(failure).rejects.toMatchObject({ code: 'SMK-121' });
    await expect(failure).rejects.toThrow(new RegExp(`port ${port} .*the web pages.*SEAMARK_WEB_PORT`));
  },
);

test.skipIf(process.getuid?.() === 0)('a port that may not be opened is another error', async () => {
  await expect(checkPorts('127.0.0.1', wanting(1))).rejects.toMatchObject({ code: 'SMK-122' });
});
