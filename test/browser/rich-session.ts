import {
  type Attributes,
  attach,
  call,
  detach,
  emission,
  emissions,
  open,
  otlpDocument,
  type SentSession,
  type Span,
} from './otlp-spans.ts';

const LIFE_1 = { 'seamark.session.incarnation': 'inc-1' };
const LIFE_2 = { 'seamark.session.incarnation': 'inc-2' };
const G1 = { 'seamark.stream.id': 'G1', 'seamark.stream.origin': 'get' };
const P9 = { 'seamark.stream.id': 'P9', 'seamark.stream.origin': 'post', 'seamark.stream.request_id': '9' };

/** Cuts, a restart on another node, a replay of the dead life, a call that ran twice and a declared gap. */
export function richSession(session: SentSession): string {
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
  return otlpDocument(session, spans);
}

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
