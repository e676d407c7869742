import type { Dossier } from '../evidence/dossier.ts';
import { contentBetween } from '../evidence/of-stream.ts';
import type { JudgeSettings } from '../settings.ts';
import type { Delivery, Note, Owed, SessionAnswer, Verdict } from '../words.ts';
import type { Outcomes } from './outcomes.ts';
import { ESSENTIAL, type Ruling } from './verdict-table.ts';

/** What the server owed (domain.md section 4), first match. */
export function owedOf(outcomes: Outcomes, dossier: Dossier): Owed {
  const reasons = outcomes.reasons('cursor_resolved');
  if (outcomes.fails('session_live', 'same_incarnation')) return 'refuse_session';
  if (
    outcomes.fails(
      'same_session',
      'stream_identity',
      'attributable',
      'same_namespace',
      'not_fenced',
      'sole_stream',
    )
  )
    return 'refuse';
  if (reasons.includes('unparseable_cursor')) return 'refuse';
  if (outcomes.fails('within_high_water', 'retained', 'cursor_resolved')) return 'refuse_or_resync';
  if (!dossier.cursor.presented) return 'new_stream';
  return ESSENTIAL.some((check) => outcomes.result(check) === 'unknown') ? 'unknown' : 'replay';
}

/** Is the session the same? (domain.md section 4, "Session answer") */
export function sessionAnswer(outcomes: Outcomes): SessionAnswer {
  const live = outcomes.result('session_live');
  if (live === 'fails') return 'gone';
  if (outcomes.fails('same_incarnation') && !outcomes.fails('same_session')) return 'other_incarnation';
  if (live === 'holds') return 'live';
  return live === 'not_applicable' ? 'not_applicable' : 'unknown';
}

/** Events of another stream, session or incarnation reached the client under the name of this one. */
function isMisrouted({ given, first, cursor, session, answer }: Dossier, outcomes: Outcomes): boolean {
  if (given !== 'claim' && given !== 'resync') return false;
  const served = first.eventId !== undefined || first.ordinal !== undefined || (answer.count?.value ?? 0) > 0;
  if (!served) return false;
  const from = first.incarnation?.value;
  // A life that ended, or another one than the client goes on from.
  const otherLife =
    from !== undefined &&
    [session.liveIncarnation, cursor.incarnation].some((life) => life !== undefined && life.value !== from);
  const elsewhere =
    cursor.streamId !== undefined &&
    first.streamId !== undefined &&
    cursor.streamId.value !== first.streamId.value;
  return outcomes.fails('same_session') || otherLife || elsewhere;
}

/** Something that the client waits for was held when it was turned away or given another stream. */
function wereOwed({ cursor, stream, undelivered }: Dossier): boolean {
  if (undelivered.length > 0) return true;
  return (
    cursor.ordinal !== undefined &&
    stream.high !== undefined &&
    contentBetween(stream, cursor.ordinal.value, stream.high.value) > 0
  );
}

export interface DeliveryInput {
  readonly outcomes: Outcomes;
  readonly dossier: Dossier;
  readonly ruling: Ruling;
}

/** What became of the events? (domain.md section 4, "Delivery answer"), first match. */
export function deliveryOf({ outcomes, dossier, ruling }: DeliveryInput): Delivery {
  const { verdict } = ruling;
  if (verdict === 'not_applicable') return 'unknown';
  if (isMisrouted(dossier, outcomes)) return 'misrouted';
  const served = dossier.given !== 'refusal' && dossier.given !== 'marked_new';
  const reasons = outcomes.allReasons();
  // What is no longer held is lost, whether a resync, a refusal or nothing at all said so.
  if (
    reasons.some(
      (reason) => reason === 'gap' || reason === 'clamped_to_floor' || reason === 'nothing_delivered',
    )
  )
    return 'lost';
  if (served && reasons.includes('redelivery')) return 'redelivered';
  const turnedAway =
    dossier.given === 'refusal' || dossier.given === 'marked_new' || reasons.includes('unmarked_new_stream');
  if (turnedAway && wereOwed(dossier)) return 'unresolved';
  return verdict === 'continuous' ? 'clean' : 'unknown';
}

/** What is to be said beside a ruling (domain.md section 5). */
export function notesOf(dossier: Dossier, ruling: Ruling, settings: JudgeSettings): readonly Note[] {
  const { given, answer, cursor, stream, others } = dossier;
  const replica =
    given === 'refusal' &&
    cursor.ordinal !== undefined &&
    stream.attestedHigh !== undefined &&
    stream.observedHigh !== undefined &&
    stream.attestedHigh.value < cursor.ordinal.value &&
    stream.observedHigh.value >= cursor.ordinal.value;
  const atFloor =
    cursor.ordinal !== undefined &&
    stream.floor !== undefined &&
    cursor.ordinal.value === stream.floor.value - 1;
  const conditions: readonly (readonly [Note, boolean])[] = [
    [
      'incomplete_resync',
      given === 'resync' && (answer.earliest === undefined || answer.unrecoverable === undefined),
    ],
    ['stale_replica', replica],
    ['unfenced_rival', others.rivals.some((rival) => rival.direct && rival.fenced === undefined)],
    ['strict_floor', settings.strictFloor && atFloor],
    ['overlapping_services', dossier.sharedByServices],
  ];
  return [...ruling.notes, ...conditions.filter(([, applies]) => applies).map(([note]) => note)];
}

/** Names of the facts that were wanted; an attempt that cannot be judged always lists some. */
export function missingOf(outcomes: Outcomes, dossier: Dossier, verdict: Verdict): readonly string[] {
  const wanted = [...ESSENTIAL, ...(dossier.given === 'claim' ? (['first_is_successor'] as const) : [])];
  const names = outcomes.list
    .filter((outcome) => outcome.result === 'unknown' && wanted.some((check) => check === outcome.check))
    .flatMap((outcome) => outcome.missing);
  const given =
    dossier.answer.status === undefined
      ? ['http.response.status_code']
      : dossier.given === 'nothing_known'
        ? ['seamark.resumption.marker']
        : [];
  const all = [...new Set([...given, ...names])];
  if (all.length > 0 || verdict !== 'indeterminate') return all;
  return [...new Set(outcomes.list.flatMap((outcome) => outcome.missing))];
}
