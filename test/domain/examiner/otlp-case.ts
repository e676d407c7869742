import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { type SessionKey, sessionKey, unixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT, type SessionContext } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { judge, questionsOf } from '#domain/judge.ts';
import type { Attempt, Finding, Judgement } from '#domain/judgement.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';

const START = 1_793_613_600_000_000_000n;
const HOUR = 3_600_000_000_000n;
const sessionIds = createSessionIds({ secretKey: 'a key for the examiner', mode: 'hashed' });

export const S = 'ab5e0000-0000-4000-8000-00000000000a';
export const OTHER = 'ab5e0000-0000-4000-8000-00000000000b';

/** Attributes by name; a name that begins with a dot is Seamark's own. A list becomes an OTLP array. */
export type Attrs = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** How and by whom a span is sent; times in seconds since the case began. */
export interface Sent {
  readonly lasting?: number;
  readonly kind?: number;
  readonly instance?: string | undefined;
  readonly service?: string;
  readonly scope?: string;
  readonly trace?: string;
  readonly id?: string;
  readonly parent?: string;
  readonly events?: readonly { readonly name: string; readonly at: number; readonly attrs?: Attrs }[];
}

export interface Item {
  readonly at: number;
  readonly name: string;
  readonly attrs: Attrs;
  readonly sent: Sent;
  readonly log?: true;
}

/** A span as an exporter writes it. */
export const span = (at: number, name: string, attrs: Attrs = {}, sent: Sent = {}): Item => ({
  at,
  name: name.startsWith('.') ? `seamark${name}` : name,
  attrs,
  sent,
});

/** The same as a log record with an event name. */
export const log = (at: number, name: string, attrs: Attrs = {}, sent: Sent = {}): Item => ({
  ...span(at, name, attrs, sent),
  log: true,
});

const nanos = (seconds: number): bigint => START + BigInt(Math.round(seconds * 1e9));

function anyValue(value: NonNullable<Attrs[string]>): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } };
}

const attributes = (attrs: Attrs): unknown[] =>
  Object.entries(attrs).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key: key.startsWith('.') ? `seamark${key}` : key, value: anyValue(value) }],
  );

const hex = (n: number, length: number): string => (n + 1).toString(16).padStart(length, '0');

function resourceOf({ service = 'orders-mcp', instance = 'node-1' }: Sent): unknown {
  return {
    attributes: attributes({
      'service.name': service,
      'service.instance.id': instance === '' ? undefined : instance,
    }),
  };
}

function spanOf({ at, name, attrs, sent }: Item, index: number): unknown {
  return {
    traceId: sent.trace?.padStart(32, '0') ?? hex(index, 32),
    spanId: sent.id?.padStart(16, '0') ?? hex(index, 16),
    ...(sent.parent === undefined ? {} : { parentSpanId: sent.parent.padStart(16, '0') }),
    name,
    kind: sent.kind ?? 2,
    startTimeUnixNano: String(nanos(at)),
    endTimeUnixNano: String(nanos(at + (sent.lasting ?? 0))),
    attributes: attributes(attrs),
    events: (sent.events ?? []).map((event) => ({
      name: event.name.startsWith('.') ? `seamark${event.name}` : event.name,
      timeUnixNano: String(nanos(event.at)),
      attributes: attributes(event.attrs ?? {}),
    })),
  };
}

const recordOf = ({ at, name, attrs }: Item): unknown => ({
  timeUnixNano: String(nanos(at)),
  eventName: name,
  attributes: attributes(attrs),
});

function documentOf(items: readonly Item[]): string {
  const scope = (item: Item): unknown => ({ name: item.sent.scope ?? '@seamark/instrumentation-mcp' });
  return JSON.stringify({
    resourceSpans: items.flatMap((item, index) =>
      item.log
        ? []
        : [
            {
              resource: resourceOf(item.sent),
              scopeSpans: [{ scope: scope(item), spans: [spanOf(item, index)] }],
            },
          ],
    ),
    resourceLogs: items.flatMap((item) =>
      item.log
        ? [
            {
              resource: resourceOf(item.sent),
              scopeLogs: [{ scope: scope(item), logRecords: [recordOf(item)] }],
            },
          ]
        : [],
    ),
  });
}

/** Sessions that aliases join, each named by its smallest key, as the store does. */
function groupsOf(facts: readonly Fact[]): ReadonlyMap<SessionKey, readonly Fact[]> {
  const leader = new Map<SessionKey, SessionKey>();
  const find = (key: SessionKey): SessionKey => {
    const up = leader.get(key) ?? key;
    return up === key ? key : find(up);
  };
  for (const fact of facts) {
    if (fact.kind !== 'alias' || fact.aliasOf === undefined) continue;
    const [a, b] = [find(fact.session), find(fact.aliasOf)].sort();
    if (a !== undefined && b !== undefined) leader.set(b, a);
  }
  const groups = new Map<SessionKey, Fact[]>();
  for (const fact of facts) {
    const key = find(fact.session);
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return groups;
}

type Groups = ReadonlyMap<SessionKey, readonly Fact[]>;

/** What the others know of what a session asks, as the store would answer. */
function contextOf(
  key: SessionKey,
  groups: Groups,
  alone: ReadonlyMap<SessionKey, Judgement>,
): SessionContext {
  const asked = questionsOf(groups.get(key) ?? [], DEFAULT_SETTINGS);
  const others = [...groups].filter(([other]) => other !== key);
  const judged = others.flatMap(([other]) => alone.get(other) ?? []);
  return {
    foreignEmissions: others.flatMap(([session, facts]) =>
      facts.flatMap((fact) =>
        fact.kind === 'emit' &&
        fact.service === asked.service &&
        fact.eventId !== undefined &&
        asked.eventIds.includes(fact.eventId)
          ? [{ eventId: fact.eventId, session, fact: fact.id, at: fact.at }]
          : [],
      ),
    ),
    relatedExecutions: judged.flatMap(({ executions, disturbances }) =>
      executions.map((execution) => ({ execution, disturbances })),
    ),
    clientDisturbances: judged.flatMap(({ disturbances }) =>
      disturbances.filter(({ clientId }) => clientId !== undefined),
    ),
    clientOpens: [...groups].flatMap(([session, facts]) =>
      facts.flatMap((fact) =>
        fact.kind === 'open' && fact.clientId !== undefined
          ? [{ clientId: fact.clientId, session, at: fact.at }]
          : [],
      ),
    ),
  };
}

/** What came out of a case. */
export interface Verdicts {
  /** The judgement of the session with this raw id, or of the group it belongs to. */
  readonly of: (rawId: string) => Judgement;
  readonly all: readonly Judgement[];
  readonly facts: readonly Fact[];
  readonly passedOver: number;
}

/** Takes a case in as OTLP/JSON and judges every session of it, one hour after its last fact unless told otherwise. */
export function examine(items: readonly Item[], after: bigint = HOUR): Verdicts {
  const result = factsFromOtlpJson(documentOf(items), { sessionIds });
  if (!result.ok) throw new Error(result.message);
  const { facts, passedOver } = result;
  const last =
    facts
      .map(({ end }) => end)
      .sort((a, b) => (a < b ? -1 : 1))
      .at(-1) ?? unixNanos(0n);
  const groups = groupsOf(facts);
  const judgeOne = (session: SessionKey, context: SessionContext): Judgement =>
    judge({
      session,
      facts: groups.get(session) ?? [],
      context,
      horizon: unixNanos(last + after),
      settings: DEFAULT_SETTINGS,
    });
  const alone = new Map([...groups.keys()].map((key) => [key, judgeOne(key, EMPTY_CONTEXT)]));
  const judged = new Map(
    [...groups.keys()].map((key) => [key, judgeOne(key, contextOf(key, groups, alone))]),
  );
  const broken = [...judged.values()].flatMap((judgement) => judgement.broken);
  if (broken.length > 0) throw new Error(`detectors threw: ${broken.join()}`);
  const of = (rawId: string): Judgement => {
    const key = sessionKey(sessionIds.keyOf(rawId));
    const found = [...groups].find(([, members]) => members.some((fact) => fact.session === key));
    const judgement = found && judged.get(found[0]);
    if (!judgement) throw new Error(`no facts of session ${rawId}`);
    return judgement;
  };
  return { of, all: [...judged.values()], facts, passedOver };
}

/** `verdict delivery: reasons` of an attempt, for one line of a table. */
export const lineOf = ({ verdict, delivery, reasons }: Attempt): string =>
  `${verdict} ${delivery}: ${reasons.join(' ')}`.trim();

/** The attempts of the session `S`, a line each. */
export const attemptLines = (items: readonly Item[]): readonly string[] =>
  examine(items).of(S).attempts.map(lineOf);

/** The kinds of the findings of the session `S`, each once. */
export const kindsIn = (items: readonly Item[], after?: bigint): readonly string[] => [
  ...new Set(
    examine(items, after)
      .of(S)
      .findings.map(({ kind }: Finding) => kind),
  ),
];
