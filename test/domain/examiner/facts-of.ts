import { type Attrs, type Item, S, type Sent, span } from './otlp-case.ts';

const inSession = (attrs: Attrs): Attrs => ({
  'mcp.session.id': S,
  'mcp.protocol.version': '2025-11-25',
  '.session.incarnation': 'inc-1',
  ...attrs,
});

export const open = (at: number, attrs: Attrs = {}, sent?: Sent): Item =>
  span(at, '.session.open', inSession({ '.session.origin': 'initialized', ...attrs }), sent);
export const close = (at: number, attrs: Attrs = {}, sent?: Sent): Item =>
  span(at, '.session.close', inSession({ '.session.close_reason': 'expired', ...attrs }), sent);
export const attach = (at: number, stream: string, attrs: Attrs = {}, sent?: Sent): Item =>
  span(
    at,
    '.stream.attach',
    inSession({ '.stream.id': stream, '.stream.origin': originOf(stream), '.connection.id': 'k1', ...attrs }),
    sent,
  );
export const detach = (at: number, stream: string, attrs: Attrs = {}, sent?: Sent): Item =>
  span(
    at,
    '.stream.detach',
    inSession({
      '.stream.id': stream,
      '.connection.id': 'k1',
      '.stream.detach_reason': 'network',
      ...attrs,
    }),
    sent,
  );
export const fence = (at: number, stream: string, attrs: Attrs = {}): Item =>
  span(at, '.stream.fence', inSession({ '.stream.id': stream, ...attrs }));
export const evict = (at: number, stream: string, floor: number | string): Item =>
  span(at, '.stream.evict', inSession({ '.stream.id': stream, '.stream.floor': floor }));
export const emit = (at: number, stream: string, ordinal: number, attrs: Attrs = {}, sent?: Sent): Item =>
  span(
    at,
    '.stream.emit',
    inSession({
      '.stream.id': stream,
      '.event.id': `${stream}:${ordinal}`,
      '.event.ordinal': ordinal,
      '.event.kind': 'notification',
      ...attrs,
    }),
    sent,
  );
export const receive = (at: number, stream: string, ordinal: number, attrs: Attrs = {}): Item =>
  span(
    at,
    '.stream.receive',
    inSession({
      '.stream.id': stream,
      '.event.id': `${stream}:${ordinal}`,
      '.event.ordinal': ordinal,
      '.event.kind': 'notification',
      '.observer': 'client',
      ...attrs,
    }),
  );
export const run = (at: number, tool: string, id: string, attrs: Attrs = {}, sent: Sent = {}): Item =>
  span(
    at,
    `tools/call ${tool}`,
    inSession({
      'mcp.method.name': 'tools/call',
      'jsonrpc.request.id': id,
      'gen_ai.tool.name': tool,
      '.tool.arguments_digest': 'd-1',
      ...attrs,
    }),
    { lasting: 0.2, ...sent },
  );
export const request = (at: number, id: string, outcome: string, attrs: Attrs = {}): Item =>
  span(
    at,
    '.request',
    inSession({
      '.session.incarnation': undefined,
      'jsonrpc.request.id': id,
      'mcp.method.name': 'tools/call',
      '.request.outcome': outcome,
      '.observer': 'client',
      ...attrs,
    }),
  );

const originOf = (stream: string): string => (stream.startsWith('P') ? 'post' : 'get');

/** A verdict span with nothing but the request; the rest is given. */
export const bare = (at: number, attrs: Attrs, sent: Sent = {}): Item =>
  span(at, '.resumption', inSession({ 'http.request.method': 'GET', ...attrs }), { lasting: 0.02, ...sent });

/** What an honest, well instrumented server says of a reconnect to `stream` at cursor `ordinal`, window 1..20. */
export const resume = (at: number, stream: string, ordinal: number, attrs: Attrs = {}, sent?: Sent): Item =>
  bare(
    at,
    {
      '.session.state': 'live',
      '.session.echo': 'same',
      '.resumption.last_event_id': `${stream}:${ordinal}`,
      '.resumption.token': 'unused',
      '.cursor.state': 'resolved',
      '.cursor.session': 'same',
      '.cursor.incarnation': 'inc-1',
      '.cursor.stream_id': stream,
      '.cursor.ordinal': ordinal,
      '.stream.id': stream,
      '.stream.origin': originOf(stream),
      '.stream.state': 'open',
      '.stream.floor': 1,
      '.stream.high_water': 20,
      '.sequence.active_count': 1,
      '.event.namespacing': 'stream',
      '.predecessor.state': 'closed',
      ...attrs,
    },
    sent,
  );

/** A 2xx that replays `count` events from `first` on. */
export const replayed = (stream: string, first: number, count: number, attrs: Attrs = {}): Attrs => ({
  'http.response.status_code': 200,
  '.resumption.outcome': 'replayed',
  '.resumption.marker': 'none',
  '.first.event_id': `${stream}:${first}`,
  '.first.stream_id': stream,
  '.first.incarnation': 'inc-1',
  '.first.ordinal': first,
  '.replayed.count': count,
  ...attrs,
});

export const refused = (status: number, attrs: Attrs = {}): Attrs => ({
  'http.response.status_code': status,
  '.resumption.outcome': 'refused',
  ...attrs,
});

/** A session whose standalone stream `G` was cut off at 20. */
export const cutOff: readonly Item[] = [open(0), attach(1, 'G'), detach(20, 'G')];
