import type { UnixNanos } from './brand.ts';
import { eraOf } from './era.ts';
import type { Fact } from './facts.ts';
import type { History } from './history/history.ts';
import { isContent } from './history/sightings.ts';
import type { Connection, StreamHistory } from './history/streams.ts';
import type { Incarnation, Judgement, StreamSummary } from './judgement.ts';
import type { Era } from './words.ts';

type Header = Pick<
  Judgement,
  | 'session'
  | 'era'
  | 'service'
  | 'services'
  | 'instances'
  | 'environment'
  | 'protocol'
  | 'clientName'
  | 'clientVersion'
  | 'clientId'
  | 'firstSeen'
  | 'lastSeen'
  | 'factCount'
>;

const distinct = (values: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(values.filter((value): value is string => value !== undefined))].sort();

/** The last word wins: a version negotiated anew, a client that names itself later. */
const last = <K extends keyof Fact>(facts: readonly Fact[], field: K): Fact[K] | undefined =>
  facts.findLast((fact) => fact[field] !== undefined)?.[field];

function sessionEra(facts: readonly Fact[], protocol: string | undefined): Era {
  const era = eraOf(protocol);
  if (era !== 'unknown') return era;
  const resumable = facts.some(
    (fact) => fact.identified || (fact.kind === 'resumption' && fact.lastEventId !== undefined),
  );
  return resumable ? 'sessionful' : 'unknown';
}

/** Who, when and under which protocol, from the facts of a session. */
export function headerOf(history: History): Header {
  const { facts } = history;
  const [first] = facts;
  if (!first) throw new Error('a session has at least one fact');
  const lead = facts.find((fact) => fact.observer === 'server') ?? first;
  const protocol = last(facts, 'protocol');
  const until = (latest: UnixNanos, fact: Fact): UnixNanos => (fact.end > latest ? fact.end : latest);
  const since = (earliest: UnixNanos, fact: Fact): UnixNanos => (fact.at < earliest ? fact.at : earliest);
  return {
    session: history.session,
    era: sessionEra(facts, protocol),
    service: lead.service,
    services: distinct(facts.map((fact) => fact.service)),
    instances: distinct(facts.map((fact) => fact.instance)),
    environment: last(facts, 'environment'),
    protocol,
    clientName: last(facts, 'clientName'),
    clientVersion: last(facts, 'clientVersion'),
    clientId: last(facts, 'clientId'),
    firstSeen: facts.reduce(since, first.at),
    lastSeen: facts.reduce(until, first.end),
    factCount: facts.length,
  };
}

function connectionSummary({
  id,
  attached,
  detached,
  fenced,
}: Connection): StreamSummary['connections'][number] {
  const ended = detached ?? fenced;
  return {
    id,
    at: attached.at,
    end: ended?.at,
    reason: detached?.detachReason ?? (fenced ? 'fenced' : undefined),
  };
}

function streamSummary(stream: StreamHistory): StreamSummary {
  const floors = stream.evictions
    .map((evict) => evict.floor)
    .filter((floor): floor is number => floor !== undefined);
  const events = new Set(
    stream.sightings
      .filter((seen) => isContent(seen.kind))
      .map((seen) => seen.eventId ?? seen.ordinal ?? seen.fact),
  );
  return {
    id: stream.id,
    origin: stream.origin,
    sequence: stream.sequence,
    requestId: stream.requestId,
    incarnation:
      stream.sightings.findLast((seen) => seen.incarnation !== undefined)?.incarnation ??
      stream.connections.at(-1)?.attached.incarnation,
    at: stream.first,
    end: stream.last,
    events: events.size,
    floor: floors.length > 0 ? floors.reduce((a, b) => Math.max(a, b)) : undefined,
    highWater: stream.highs.at(-1)?.value,
    fencedAt: stream.fences[0]?.at,
    connections: stream.connections.map(connectionSummary),
  };
}

/** Each stream with its connections, oldest first. */
export function streamSummaries(history: History): readonly StreamSummary[] {
  return [...history.streams.values()]
    .map(streamSummary)
    .sort((a, b) => (a.at !== b.at ? (a.at < b.at ? -1 : 1) : a.id < b.id ? -1 : 1));
}

/** A life that only its facts mention: nobody was seen opening it. */
function mentioned(facts: readonly Fact[], known: ReadonlySet<string>): readonly Incarnation[] {
  const found = new Map<string, Incarnation>();
  for (const fact of facts) {
    const id = fact.incarnation;
    if (id === undefined || known.has(id) || found.has(id)) continue;
    found.set(id, { id, at: fact.at, instance: fact.instance, service: fact.service, derived: true });
  }
  return [...found.values()];
}

/** The lives of the session, oldest first. One that a later life replaced without a word has no end of its own. */
export function incarnationSummaries(history: History): readonly Incarnation[] {
  const lives = history.lives.all().map(
    (life): Incarnation => ({
      id: life.id,
      at: life.at,
      end: life.closed?.at,
      origin: life.origin,
      closeReason: life.closed?.reason,
      instance: life.instance,
      service: life.service,
      derived: !life.attested,
    }),
  );
  const rest = mentioned(history.facts, new Set(lives.map((life) => life.id)));
  return [...lives, ...rest].sort((a, b) => (a.at !== b.at ? (a.at < b.at ? -1 : 1) : a.id < b.id ? -1 : 1));
}
