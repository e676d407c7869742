/** A session with nearly everything that a page can show, as OTLP JSON: written for the browser tests. */

type Attributes = Readonly<Record<string, string | number>>;

interface Span {
  readonly name: string;
  /** Seconds after the session's beginning. */
  readonly at: number;
  readonly end?: number;
  readonly node?: string;
  readonly attributes: Attributes;
}

export interface RichSession {
  readonly sessionId: string;
  /** Milliseconds since the Unix epoch at which it begins. */
  readonly startMs: number;
  readonly service?: string;
}

const LIFE_1 = { 'seamark.session.incarnation': 'inc-1' };
const LIFE_2 = { 'seamark.session.incarnation': 'inc-2' };
const G1 = { 'seamark.stream.id': 'G1', 'seamark.stream.origin': 'get' };
const P9 = { 'seamark.stream.id': 'P9', 'seamark.stream.origin': 'post', 'seamark.stream.request_id': '9' };

/** Cuts, a restart on another node, a replay of the dead life, a call that ran twice and a declared gap. */
export function richSession(session: RichSession): string {
  const spans: readonly Span[] = [
    open(0, 'node-1', 'initialized', LIFE_1),
    attach(1, G1, 'k1', LIFE_1),
    ...emissions({ stream: G1, from: 1.4, to: 10.6, first: 0, count: 42, connection: 'k1', life: LIFE_1 }),
    call(2, 2.3, { id: '7', tool: 'search', digest: 'd-s1', life: LIFE_1 }),
    detach(11, G1, 'k1', 'network', LIFE_1),
    attach(5, P9, 'k2', LIFE_1),
    emission(5, { stream: P9, ordinal: 0, kind: 'priming', connection: 'k2', life: LIFE_1 }),
    detach(6.1, P9, 'k2', 'network', LIFE_1),
    call(5.7, 6.2, { id: '9', tool: 'mail.send', digest: 'd-m1', life: LIFE_1 }),
    emission(6.3, { stream: P9, ordinal: 1, kind: 'result', request: '9', life: LIFE_1 }),
    {
      name: 'seamark.session.close',
      at: 7,
      attributes: { ...LIFE_1, 'seamark.session.close_reason': 'shutdown' },
    },
    { ...open(9, 'node-2', 'adopted', LIFE_2) },
    call(10, 10.5, { id: '10', tool: 'mail.send', digest: 'd-m1', life: LIFE_2, node: 'node-2' }),
    refusal(11.6),
    refusal(12.9),
    ghost(12.02),
    attach(14, G1, 'k4', LIFE_2, 'node-2'),
    ...emissions({
      stream: G1,
      from: 14.3,
      to: 26.7,
      first: 42,
      count: 60,
      connection: 'k4',
      life: LIFE_2,
      node: 'node-2',
    }),
    call(17, 17.2, { id: '11', tool: 'search', digest: 'd-s2', life: LIFE_2, node: 'node-2' }),
    call(21, 21.3, { id: '12', tool: 'read', digest: 'd-r1', life: LIFE_2, node: 'node-2' }),
    detach(27, G1, 'k4', 'timeout', LIFE_2, 'node-2'),
    ...emissions({ stream: G1, from: 27.4, to: 29.6, first: 102, count: 14, life: LIFE_2, node: 'node-2' }),
    {
      name: 'seamark.stream.evict',
      at: 29.7,
      node: 'node-2',
      attributes: { ...LIFE_2, ...G1, 'seamark.stream.floor': 114 },
    },
    resync(30),
    attach(30.02, G1, 'k5', LIFE_2, 'node-2'),
    ...emissions({
      stream: G1,
      from: 30.3,
      to: 35.8,
      first: 116,
      count: 30,
      connection: 'k5',
      life: LIFE_2,
      node: 'node-2',
    }),
    call(34, 34.4, { id: '13', tool: 'read', digest: 'd-r2', life: LIFE_2, node: 'node-2' }),
    ...shortCalls(),
    detach(36, G1, 'k5', 'network', LIFE_2, 'node-2'),
    sound(37),
    { name: 'seamark.heartbeat', at: 41, node: 'node-2', attributes: {} },
  ];
  return document(session, spans);
}

function open(at: number, node: string, origin: string, life: Attributes): Span {
  const client = {
    'mcp.client.name': 'agent-runner',
    'mcp.client.version': '2.3',
    'seamark.client.id_digest': 'c-1',
  };
  return {
    name: 'seamark.session.open',
    at,
    node,
    attributes: { ...life, ...client, 'seamark.session.origin': origin },
  };
}

function attach(at: number, stream: Attributes, connection: string, life: Attributes, node = 'node-1'): Span {
  const attributes = { ...life, ...stream, 'seamark.connection.id': connection };
  return { name: 'seamark.stream.attach', at, node, attributes };
}

function detach(
  ...[at, stream, connection, reason, life, node = 'node-1']: readonly [
    number,
    Attributes,
    string,
    string,
    Attributes,
    string?,
  ]
): Span {
  const attributes = {
    ...life,
    ...stream,
    'seamark.connection.id': connection,
    'seamark.stream.detach_reason': reason,
  };
  return { name: 'seamark.stream.detach', at, node, attributes };
}

interface Emission {
  readonly stream: Attributes;
  readonly ordinal: number;
  readonly kind: string;
  readonly request?: string;
  readonly connection?: string;
  readonly life: Attributes;
  readonly node?: string;
}

function emission(at: number, event: Emission): Span {
  return {
    name: 'seamark.stream.emit',
    at,
    node: event.node ?? 'node-1',
    attributes: {
      ...event.life,
      ...event.stream,
      'seamark.event.id': `${event.stream['seamark.stream.id']}:${event.ordinal}`,
      'seamark.event.ordinal': event.ordinal,
      'seamark.event.kind': event.kind,
      ...(event.request === undefined ? {} : { 'jsonrpc.request.id': event.request }),
      ...(event.connection === undefined ? {} : { 'seamark.connection.id': event.connection }),
    },
  };
}

type Row = Omit<Emission, 'ordinal' | 'kind'> & {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly count: number;
};

const emissions = (row: Row): readonly Span[] =>
  Array.from({ length: row.count }, (_, index) =>
    emission(row.from + ((row.to - row.from) * index) / (row.count - 1), {
      ...row,
      ordinal: row.first + index,
      kind: 'notification',
    }),
  );

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly digest: string;
  readonly life: Attributes;
  readonly node?: string;
}

const call = (at: number, end: number, of: Call): Span => ({
  name: `tools/call ${of.tool}`,
  at,
  end,
  node: of.node ?? 'node-1',
  attributes: {
    ...of.life,
    'mcp.method.name': 'tools/call',
    'jsonrpc.request.id': of.id,
    'gen_ai.tool.name': of.tool,
    'seamark.tool.arguments_digest': of.digest,
  },
});

/** Healthy calls on streams of their own. */
function shortCalls(): readonly Span[] {
  return Array.from({ length: 8 }, (_, index) => {
    const at = 31 + index * 0.8;
    const stream = {
      'seamark.stream.id': `P${20 + index}`,
      'seamark.stream.origin': 'post',
      'seamark.stream.request_id': `${20 + index}`,
    };
    const connection = `s${index}`;
    const where = { life: LIFE_2, node: 'node-2' };
    return [
      attach(at, stream, connection, LIFE_2, 'node-2'),
      call(at + 0.05, at + 0.3, { id: `${20 + index}`, tool: 'list', digest: `d-l${index}`, ...where }),
      emission(at + 0.35, {
        stream,
        ordinal: 0,
        kind: 'result',
        request: `${20 + index}`,
        connection,
        ...where,
      }),
      detach(at + 0.4, stream, connection, 'completed', LIFE_2, 'node-2'),
    ];
  }).flat();
}

const resumption = (at: number, attributes: Attributes): Span => ({
  name: 'seamark.resumption',
  at,
  end: at + 0.015,
  node: 'node-2',
  attributes: { ...LIFE_2, 'http.request.method': 'GET', 'seamark.session.state': 'live', ...attributes },
});

const cursor = (stream: string, ordinal: number, life: string): Attributes => ({
  'seamark.resumption.last_event_id': `${stream}:${ordinal}`,
  'seamark.cursor.state': 'resolved',
  'seamark.cursor.session': 'same',
  'seamark.cursor.incarnation': life,
  'seamark.cursor.stream_id': stream,
  'seamark.cursor.ordinal': ordinal,
});

const replay = (
  stream: Attributes,
  of: { first: number; count: number; floor: number; high: number },
): Attributes => ({
  ...stream,
  'http.response.status_code': 200,
  'seamark.response.kind': 'stream',
  'seamark.resumption.outcome': 'replayed',
  'seamark.resumption.marker': 'none',
  'seamark.predecessor.state': 'closed',
  'seamark.event.namespacing': 'stream',
  'seamark.stream.floor': of.floor,
  'seamark.stream.high_water': of.high,
  'seamark.first.stream_id': stream['seamark.stream.id'] ?? '',
  'seamark.first.ordinal': of.first,
  'seamark.replayed.count': of.count,
});

const refusal = (at: number): Span =>
  resumption(at, {
    ...G1,
    ...cursor('G1', 41, 'inc-1'),
    'http.response.status_code': 404,
    'seamark.response.kind': 'json',
    'seamark.resumption.outcome': 'refused',
    'seamark.error.code': 'session_not_found',
  });

/** The shared buffer of the dead life answers. */
const ghost = (at: number): Span =>
  resumption(at, {
    ...cursor('P9', 0, 'inc-1'),
    ...replay(P9, { first: 1, count: 1, floor: 0, high: 1 }),
    'seamark.first.incarnation': 'inc-1',
    'seamark.first.event_id': 'P9:1',
    'seamark.resumption.verdict': 'continuous',
  });

const resync = (at: number): Span =>
  resumption(at, {
    ...cursor('G1', 101, 'inc-2'),
    ...replay(G1, { first: 114, count: 2, floor: 114, high: 115 }),
    'seamark.first.incarnation': 'inc-2',
    'seamark.resumption.outcome': 'resynced',
    'seamark.resumption.marker': 'resync',
    'seamark.resync.earliest': 114,
    'seamark.resync.unrecoverable': 'true',
    'seamark.resumption.verdict': 'resynced',
  });

const sound = (at: number): Span =>
  resumption(at, {
    ...cursor('G1', 139, 'inc-2'),
    ...replay(G1, { first: 140, count: 6, floor: 114, high: 145 }),
    'seamark.first.incarnation': 'inc-2',
    'seamark.resumption.verdict': 'continuous',
  });

const anyValue = (value: string | number) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };

const list = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

/** Ids that differ for each session and span, and are the same each time. */
const hex = (seed: string, length: number): string => {
  let state = 2_166_136_261;
  let text = '';
  for (let round = 0; text.length < length; round += 1) {
    for (const char of `${seed}${round}`)
      state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
};

function document(session: RichSession, spans: readonly Span[]): string {
  const nanos = (seconds: number) =>
    String(BigInt(Math.round(session.startMs * 1000 + seconds * 1_000_000)) * 1000n);
  const common = { 'mcp.session.id': session.sessionId, 'mcp.protocol.version': '2025-11-25' };
  const nodes = [...new Set(spans.map((span) => span.node ?? 'node-1'))];
  const resourceSpans = nodes.map((node) => ({
    resource: {
      attributes: list({ 'service.name': session.service ?? 'mail-mcp', 'service.instance.id': node }),
    },
    scopeSpans: [
      {
        spans: spans.flatMap((span, index) =>
          (span.node ?? 'node-1') === node
            ? [
                {
                  traceId: hex(`${session.sessionId} trace ${index}`, 32),
                  spanId: hex(`${session.sessionId} span ${index}`, 16),
                  name: span.name,
                  kind: 2,
                  startTimeUnixNano: nanos(span.at),
                  endTimeUnixNano: nanos(span.end ?? span.at),
                  attributes: list({ ...common, ...span.attributes }),
                },
              ]
            : [],
        ),
      },
    ],
  }));
  return JSON.stringify({ resourceSpans });
}
