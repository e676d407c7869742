/** Spans of an MCP server as OTLP JSON, for tests that send them over the wire. */

export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  readonly name: string;
  /** Seconds after the session's beginning. */
  readonly at: number;
  readonly end?: number;
  readonly node?: string;
  readonly attributes: Attributes;
}

export interface SentSession {
  readonly sessionId: string;
  /** Milliseconds since the Unix epoch at which it begins. */
  readonly startMs: number;
  readonly service?: string;
}

export function open(at: number, node: string, origin: string, life: Attributes): Span {
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

export function attach(
  at: number,
  stream: Attributes,
  connection: string,
  life: Attributes,
  node = 'node-1',
): Span {
  const attributes = { ...life, ...stream, 'seamark.connection.id': connection };
  return { name: 'seamark.stream.attach', at, node, attributes };
}

export function detach(
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

export function emission(at: number, event: Emission): Span {
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

export const emissions = (row: Row): readonly Span[] =>
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

export const call = (at: number, end: number, of: Call): Span => ({
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

/** The spans of one session as one OTLP JSON document, a resource for each node. */
export function otlpDocument(session: SentSession, spans: readonly Span[]): string {
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
