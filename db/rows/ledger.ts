import type { SessionKey } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { indexText } from './index-text.ts';

/** What is written beside newly stored facts, in the same transaction. Times are decimal text of nanoseconds. */
export interface Ledger {
  readonly dirty: readonly { session_key: string; from_at: string; to_at: string; facts: number }[];
  readonly aliases: readonly { alias_key: string; session_key: string; first_at: string }[];
  readonly arrivals: readonly {
    service: string;
    instance: string;
    kind: string;
    facts: number;
    last_at: string;
  }[];
  readonly services: readonly { service: string; last_fact_at: string; last_heartbeat_at: string | null }[];
}

/** Works out the ledger of facts that were stored just now. */
export function ledgerOf(facts: readonly Fact[]): Ledger {
  const dirty = new Map<SessionKey, Span>();
  const arrivals = new Map<string, { readonly first: Fact; readonly span: Span }>();
  const services = new Map<string, { readonly all: Span; readonly heartbeats: Span }>();
  for (const fact of facts) {
    if (belongsToSession(fact)) entry(dirty, fact.session, emptySpan).add(fact.at);
    const place = JSON.stringify([fact.service, fact.instance ?? '', fact.kind]);
    entry(arrivals, place, () => ({ first: fact, span: emptySpan() })).span.add(fact.at);
    const service = entry(services, fact.service, () => ({ all: emptySpan(), heartbeats: emptySpan() }));
    service.all.add(fact.at);
    if (fact.kind === 'heartbeat') service.heartbeats.add(fact.at);
  }
  return {
    dirty: [...dirty].map(([key, span]) => ({
      session_key: key,
      from_at: String(span.from),
      to_at: String(span.to),
      facts: span.facts,
    })),
    aliases: facts.flatMap(aliasRow),
    arrivals: [...arrivals.values()].map(({ first, span }) => ({
      service: indexText(first.service),
      instance: indexText(first.instance ?? ''),
      kind: first.kind,
      facts: span.facts,
      last_at: String(span.to),
    })),
    services: [...services].map(([service, { all, heartbeats }]) => ({
      service: indexText(service),
      last_fact_at: String(all.to),
      last_heartbeat_at: heartbeats.facts > 0 ? String(heartbeats.to) : null,
    })),
  };
}

/** A heartbeat without a session id says that a server lives, and opens no chain of requests. */
function belongsToSession(fact: Fact): boolean {
  return fact.identified || fact.kind !== 'heartbeat';
}

/** The alias fact stands on the session; what it names is another name of that session. */
function aliasRow(fact: Fact): Ledger['aliases'] {
  if (fact.kind !== 'alias' || fact.aliasOf === undefined || fact.aliasOf === fact.session) return [];
  return [{ alias_key: fact.aliasOf, session_key: fact.session, first_at: String(fact.at) }];
}

interface Span {
  from: bigint;
  to: bigint;
  facts: number;
  add(at: bigint): void;
}

function emptySpan(): Span {
  return {
    from: 0n,
    to: 0n,
    facts: 0,
    add(at) {
      if (this.facts === 0 || at < this.from) this.from = at;
      if (this.facts === 0 || at > this.to) this.to = at;
      this.facts += 1;
    },
  };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
