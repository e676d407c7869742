import type { EventId, SessionKey, UnixNanos } from '../brand.ts';
import type { AliasFact, Fact } from '../facts.ts';
import { canonicalOrder } from '../order.ts';
import { withAliasMarks } from '../session-marks.ts';
import { Lives } from './lives.ts';
import { SaidIncarnations } from './said-incarnations.ts';
import { type Sighting, sightingsById } from './sightings.ts';
import { type StreamHistory, streamHistories } from './streams.ts';

/** The fold over all that is known of a session, arranged so that any moment of it can be asked for. */
export interface History {
  readonly session: SessionKey;
  /** In canonical order, without repetitions. */
  readonly facts: readonly Fact[];
  readonly lives: Lives;
  readonly said: SaidIncarnations;
  readonly streams: ReadonlyMap<string, StreamHistory>;
  readonly sightings: ReadonlyMap<EventId, readonly Sighting[]>;
  readonly aliases: readonly AliasFact[];
  /** Services that opened a life of this id; more than one without an alias is two sessions under one name. */
  readonly openedBy: ReadonlySet<string>;
  /** Names of the sequences that any stream was seen to draw its ids from. */
  readonly sequences: ReadonlySet<string>;
  /** Keys of the alias group: none of these is another session. */
  readonly keys: ReadonlySet<SessionKey>;
}

/** Folds facts into a history; any order and any repetition of the same facts gives the same one. */
export function historyOf(session: SessionKey, facts: readonly Fact[]): History {
  const sorted = canonicalOrder(facts);
  const aliases = sorted.filter((fact): fact is AliasFact => fact.kind === 'alias');
  const keys = new Set<SessionKey>([session]);
  for (const fact of sorted) keys.add(fact.session);
  for (const alias of aliases) if (alias.aliasOf !== undefined) keys.add(alias.aliasOf);
  const ordered = withAliasMarks(sorted, keys);
  const streams = streamHistories(ordered);
  return {
    session,
    facts: ordered,
    lives: new Lives(ordered),
    said: new SaidIncarnations(ordered),
    streams,
    sequences: new Set([...streams.values()].flatMap(({ sequence }) => sequence ?? [])),
    sightings: sightingsById(ordered),
    aliases,
    openedBy: new Set(ordered.flatMap((fact) => (fact.kind === 'open' ? [fact.service] : []))),
    keys,
  };
}

/**
 * The incarnation a sighting belongs to: as attested, else the newest life then, when the same instance
 * opened it and it had not ended (domain.md section 4); else unknown.
 */
export function incarnationOf(
  history: History,
  sighting: {
    readonly incarnation?: string | undefined;
    readonly instance?: string | undefined;
    readonly at: UnixNanos;
  },
): string | undefined {
  if (sighting.incarnation !== undefined) return sighting.incarnation;
  const life = history.lives.asOf(sighting.at).at(-1);
  if (!life?.attested || life.closed || life.instance !== sighting.instance) return undefined;
  return life.id;
}
