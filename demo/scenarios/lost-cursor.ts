import { nameStandaloneStream } from '../servers/sdk-internals.ts';
import type { Session } from '../servers/session-table.ts';
import type { Scenario } from './scenario.ts';

/**
 * A server that gives each GET a stream of its own and feeds them all. A client that was cut off before it had heard
 * anything has no cursor to show: it gets a new stream, unmarked, while what it missed piles up on the old one.
 */
export const lostCursor: Scenario = {
  id: 'lost-cursor',
  title: 'a client reconnects without a cursor while the orphan of its stream goes on emitting',
  service: 'files-mcp',
  shows: [
    {
      session: 'forked',
      what: 'two streams for one reader: the reconnect got a new one, and the old one went on emitting',
      attempts: [{ verdict: 'fabricated', reason: 'unmarked_new_stream' }],
      findings: [
        { kind: 'fabricated_continuity' },
        { kind: 'fork' },
        { kind: 'orphan_emission' },
        { kind: 'duplicate_delivery' },
      ],
      also: ['lost_event'],
    },
  ],
  async play(stage) {
    const watches = new Watches();
    const node = await stage.node({
      service: 'files-mcp',
      beforeSdk: (session, req) => {
        if (req.method === 'GET' && req.headers['last-event-id'] === undefined) watches.open(session);
        return false;
      },
    });
    const network = await stage.network(node);
    const agent = await stage.agent({
      url: network.url,
      name: 'ide-agent',
      version: '3.2.0',
      installation: 'dev-box-5',
    });
    const { sessionId } = agent;
    const tell = (text: string): Promise<void> => watches.tellAll((session) => node.notify(session.id, text));
    await stage.until('the client watches', () => watches.count === 1);
    // The client is on a call, too, so that the session is in use.
    await agent.call('read_folder', { path: `/srv/plans/${stage.mark}` });
    network.down();
    await stage.until('the server has seen it go', () => !node.isListening(sessionId));
    await tell('changed: plans/a.txt');
    await tell('changed: plans/b.txt');
    network.up();
    await stage.until('the client watches again', () => watches.count === 2);
    await stage.pause(400);
    for (const file of ['c', 'd', 'e']) {
      await tell(`changed: plans/${file}.txt`);
      await stage.pause(150);
    }
    await agent.end();
    return { forked: sessionId };
  },
};

/** The streams of one session, one a GET. Each is fed for good: nobody notices that its reader has gone. */
class Watches {
  readonly #names: string[] = [];
  #session: Session | undefined;

  get count(): number {
    return this.#names.length;
  }

  open(session: Session): void {
    const name = `watch-${this.#names.length + 1}`;
    this.#session = session;
    this.#names.push(name);
    nameStandaloneStream(session.transport, name);
  }

  async tellAll(tell: (session: Session) => Promise<void>): Promise<void> {
    const session = this.#session;
    if (!session) return;
    for (const name of this.#names) {
      nameStandaloneStream(session.transport, name);
      await tell(session);
    }
  }
}
