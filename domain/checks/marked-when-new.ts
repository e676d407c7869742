import { evidence, observed } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** A reconnect without a cursor, while the orphan holds undelivered events, is told that its stream is new (paper 001). */
export const markedWhenNew = defineCheck({
  id: 'marked_when_new',
  needs: ['seamark.resumption.marker'],
  run({ cursor, given, undelivered, answer }) {
    if (cursor.presented || given === 'refusal') return notApplicable();
    const [held] = undelivered;
    const facts = [
      evidence('marker', answer.marker),
      held
        ? evidence('undelivered event', observed(held, held.eventId ?? String(held.ordinal ?? 'an event')))
        : [],
      evidence('events undelivered', {
        value: undelivered.length,
        source: 'observed',
        fact: held?.fact,
        at: held?.at,
      }),
    ];
    if (!held) return holds(...facts);
    if (given === 'marked_new' || given === 'resync') return holds(...facts);
    return answer.marker && answer.status
      ? fails('unmarked_new_stream', ...facts)
      : unknown(undefined, ...facts);
  },
});
