import type { FactId, UnixNanos } from '../brand.ts';
import type { AttachFact, DetachFact, EvictFact, Fact, FenceFact, ResumptionFact } from '../facts.ts';
import type { StreamOrigin } from '../words.ts';
import { isContent, isIssue, type Sighting, sightingOf } from './sightings.ts';

/** One HTTP response bound to a stream, as far as it was seen. */
export interface Connection {
  readonly id: string;
  readonly attached: AttachFact;
  readonly detached?: DetachFact | undefined;
  readonly fenced?: FenceFact | undefined;
}

/** A highest or lowest ordinal that became known at a time. */
export interface Mark {
  readonly at: UnixNanos;
  readonly value: number;
  readonly incarnation?: string | undefined;
  readonly fact: FactId;
  readonly attested: boolean;
  readonly live: boolean;
}

/** Everything known of one stream, in canonical order. */
export interface StreamHistory {
  readonly id: string;
  readonly origin?: StreamOrigin | undefined;
  readonly sequence?: string | undefined;
  readonly requestId?: string | undefined;
  readonly sightings: readonly Sighting[];
  /** Events as they were first issued, in order of time. */
  readonly emissions: readonly Sighting[];
  /** What was written to each connection, in order of time. */
  readonly written: ReadonlyMap<string, readonly Sighting[]>;
  /** Each time a higher ordinal than before became known, within an incarnation. */
  readonly highs: readonly Mark[];
  /** Issues that carry nothing (priming, keep-alive) and have an ordinal all the same, in order of time. */
  readonly silent: readonly Sighting[];
  readonly evictions: readonly EvictFact[];
  readonly connections: readonly Connection[];
  /** Fences of the whole stream. */
  readonly fences: readonly FenceFact[];
  readonly first: UnixNanos;
  readonly last: UnixNanos;
}

interface Draft {
  id: string;
  origin?: StreamOrigin | undefined;
  sequence?: string | undefined;
  requestId?: string | undefined;
  sightings: Sighting[];
  emissions: Sighting[];
  written: Map<string, Sighting[]>;
  highs: Mark[];
  tops: Map<string, number>;
  silent: Sighting[];
  evictions: EvictFact[];
  connections: Map<string, { id: string; attached: AttachFact; detached?: DetachFact; fenced?: FenceFact }>;
  fences: FenceFact[];
  first: UnixNanos;
  last: UnixNanos;
}

type StreamFact = Extract<
  Fact,
  { readonly kind: 'attach' | 'detach' | 'fence' | 'emit' | 'receive' | 'evict' | 'resumption' }
>;

function isOfStream(fact: Fact): fact is StreamFact {
  return 'streamId' in fact && fact.streamId !== undefined;
}

function draftOf(drafts: Map<string, Draft>, id: string, at: UnixNanos): Draft {
  const known = drafts.get(id);
  if (known) return known;
  const draft: Draft = {
    id,
    sightings: [],
    emissions: [],
    written: new Map(),
    highs: [],
    tops: new Map(),
    silent: [],
    evictions: [],
    connections: new Map(),
    fences: [],
    first: at,
    last: at,
  };
  drafts.set(id, draft);
  return draft;
}

function noteHigh(draft: Draft, mark: Mark): void {
  const key = mark.incarnation ?? '';
  const top = draft.tops.get(key);
  if (top !== undefined && top >= mark.value) return;
  draft.tops.set(key, mark.value);
  draft.highs.push(mark);
}

function noteEmission(draft: Draft, sighting: Sighting): void {
  if (!sighting.replayed) draft.emissions.push(sighting);
  if (sighting.connectionId === undefined) return;
  const list = draft.written.get(sighting.connectionId);
  if (list) list.push(sighting);
  else draft.written.set(sighting.connectionId, [sighting]);
}

function noteEvent(draft: Draft, sighting: Sighting): void {
  draft.sightings.push(sighting);
  if (sighting.how === 'emit') noteEmission(draft, sighting);
  if (sighting.ordinal === undefined) return;
  if (isIssue(sighting) && !isContent(sighting.kind)) draft.silent.push(sighting);
  noteHigh(draft, {
    at: sighting.at,
    value: sighting.ordinal,
    incarnation: sighting.incarnation,
    fact: sighting.fact,
    attested: false,
    live: sighting.connectionId !== undefined && !sighting.replayed,
  });
}

function noteResumption(draft: Draft, fact: ResumptionFact): void {
  if (fact.highWater === undefined || fact.observer !== 'server') return;
  // The figures of a resumption are those of the cursor's own life when it names one.
  const incarnation = fact.cursorIncarnation ?? fact.incarnation;
  noteHigh(draft, {
    at: fact.end,
    value: fact.highWater,
    incarnation,
    fact: fact.id,
    attested: true,
    live: false,
  });
}

function noteConnection(draft: Draft, fact: AttachFact | DetachFact | FenceFact): void {
  if (fact.connectionId === undefined) {
    if (fact.kind === 'fence') draft.fences.push(fact);
    return;
  }
  if (fact.observer !== 'server' && fact.kind !== 'attach') return;
  const known = draft.connections.get(fact.connectionId);
  if (fact.kind === 'attach') {
    if (!known) draft.connections.set(fact.connectionId, { id: fact.connectionId, attached: fact });
  } else if (known) {
    if (fact.kind === 'detach') known.detached ??= fact;
    else known.fenced ??= fact;
  }
}

function note(draft: Draft, fact: StreamFact): void {
  draft.origin ??= fact.origin;
  draft.sequence ??= fact.sequence;
  draft.requestId ??= fact.streamRequestId;
  if (fact.at > draft.last) draft.last = fact.at;
  if (fact.kind === 'emit' || fact.kind === 'receive') noteEvent(draft, sightingOf(fact));
  else if (fact.kind === 'evict') draft.evictions.push(fact);
  else if (fact.kind === 'resumption') noteResumption(draft, fact);
  else noteConnection(draft, fact);
}

/** Gathers what is known of each stream. @param facts in canonical order. */
export function streamHistories(facts: readonly Fact[]): ReadonlyMap<string, StreamHistory> {
  const drafts = new Map<string, Draft>();
  for (const fact of facts) {
    if (isOfStream(fact) && fact.streamId !== undefined) note(draftOf(drafts, fact.streamId, fact.at), fact);
  }
  return new Map(
    [...drafts].map(([id, draft]) => [id, { ...draft, connections: [...draft.connections.values()] }]),
  );
}
