import type { Dossier } from '../evidence/dossier.ts';
import { evidence, type Known, observed } from '../evidence/known.ts';
import { contentBetween } from '../evidence/of-stream.ts';
import { type CheckAnswer, defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

type Relation = 'same' | 'other' | 'unknown';

const relate = (a: Known<string> | undefined, b: Known<string> | undefined): Relation =>
  a === undefined || b === undefined ? 'unknown' : a.value === b.value ? 'same' : 'other';

/** Whether the first event served is of the cursor's own stream and life. */
export function ownership({ first, cursor, session }: Dossier): Relation {
  const stream = relate(first.streamId, cursor.streamId);
  const life = relate(first.incarnation, cursor.incarnation);
  if (
    stream === 'other' ||
    life === 'other' ||
    (first.session?.value === 'other') !== (cursor.session?.value === 'other')
  )
    return 'other';
  if (stream === 'unknown') return 'unknown';
  // Unsaid lives are taken for one where the cursor's is the live one, or nobody tells lives apart.
  const unsaid =
    first.incarnation === undefined &&
    (cursor.incarnation === undefined || cursor.incarnation.value === session.liveIncarnation?.value);
  return life === 'same' || unsaid || cursor.incarnation === undefined ? 'same' : 'unknown';
}

function nothingReplayed({ cursor, stream, answer }: Dossier): CheckAnswer {
  const facts = [
    evidence('events replayed', answer.count),
    evidence("cursor's ordinal", cursor.ordinal),
    evidence('high water', stream.replayHigh),
  ];
  if (answer.ended === false) return unknown(['seamark.first.event_id'], ...facts);
  const high = stream.replayHigh;
  if (!cursor.ordinal || !high) {
    const missing = [
      ...(cursor.ordinal ? [] : ['seamark.cursor.ordinal']),
      ...(high ? [] : ['seamark.stream.high_water']),
    ];
    return unknown(missing, ...facts);
  }
  if (cursor.ordinal.value > high.value) return unknown(undefined, ...facts);
  return contentBetween(stream, cursor.ordinal.value, high.value) === 0
    ? holds(...facts)
    : fails('nothing_delivered', ...facts);
}

/** The very event of the cursor; a number alone may be that of another stream. */
const isCursorAgain = ({ cursor, first }: Dossier): boolean =>
  first.eventId !== undefined && first.eventId.value === cursor.id?.value && !cursor.bare;

/** Raw ids can refute (the cursor's own id comes again; a known event lies between), never prove. */
function byRawIds(dossier: Dossier): CheckAnswer {
  const { first, cursor } = dossier;
  const facts = [evidence('cursor', cursor.id), evidence('first event', first.eventId)];
  if (ownership(dossier) === 'other')
    return fails('regressed', ...facts, evidence("first event's stream", first.streamId));
  if (first.eventId && first.eventId.value === cursor.id?.value) return fails('redelivery', ...facts);
  const [between] = dossier.between;
  if (between)
    return fails(
      'gap',
      ...facts,
      evidence('event between', observed(between, between.eventId ?? 'an event')),
    );
  const missing = [
    ...(first.ordinal ? [] : ['seamark.first.ordinal']),
    ...(cursor.ordinal ? [] : ['seamark.cursor.ordinal']),
  ];
  return unknown(missing, ...facts);
}

/** The first event replayed is the one after the cursor, in the cursor's own stream and life (papers 000, 004). */
export const firstIsSuccessor = defineCheck({
  id: 'first_is_successor',
  needs: ['seamark.first.event_id', 'seamark.first.ordinal'],
  run(dossier) {
    const { given, cursor, first, answer, stream } = dossier;
    if (!cursor.presented || (given !== 'claim' && given !== 'nothing_known')) return notApplicable();
    if (!first.ordinal && !first.eventId)
      return answer.count?.value === 0 ? nothingReplayed(dossier) : unknown();
    if (!first.ordinal || !cursor.ordinal) return byRawIds(dossier);
    const facts = [
      evidence("cursor's ordinal", cursor.ordinal),
      evidence("first event's ordinal", first.ordinal),
      evidence("first event's stream", first.streamId),
      evidence("first event's incarnation", first.incarnation),
    ];
    const own = ownership(dossier);
    const step = first.ordinal.value - cursor.ordinal.value;
    if (own === 'other') return fails('regressed', ...facts);
    if (step > 1 && contentBetween(stream, cursor.ordinal.value, first.ordinal.value) > 1)
      return fails('gap', ...facts);
    if (step <= 0)
      return fails(own === 'same' || isCursorAgain(dossier) ? 'redelivery' : 'regressed', ...facts);
    return own === 'same'
      ? holds(...facts)
      : unknown([first.streamId ? 'seamark.first.incarnation' : 'seamark.first.stream_id'], ...facts);
  },
});
