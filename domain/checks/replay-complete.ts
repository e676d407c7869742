import { evidence } from '../evidence/known.ts';
import { contentBetween } from '../evidence/of-stream.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';
import { ownership } from './first-is-successor.ts';
import { withinHighWater } from './within-high-water.ts';

/** As many events were replayed as were owed (paper 002). */
export const replayComplete = defineCheck({
  id: 'replay_complete',
  needs: ['seamark.replayed.count', 'seamark.stream.high_water', 'seamark.replay.state'],
  run(dossier) {
    const { given, cursor, first, stream, answer } = dossier;
    if (!cursor.presented || (given !== 'claim' && given !== 'nothing_known')) return notApplicable();
    if (answer.ended === false || withinHighWater.run(dossier).result === 'fails') return notApplicable();
    if ((first.ordinal || first.streamId) && ownership(dossier) === 'other') return notApplicable();
    const high = stream.replayHigh;
    const facts = [
      evidence('events replayed', answer.count),
      evidence("cursor's ordinal", cursor.ordinal),
      evidence("first event's ordinal", first.ordinal),
      evidence('high water', high),
    ];
    if (!answer.count || !cursor.ordinal || !high) return unknown(undefined, ...facts);
    const redelivers = first.ordinal !== undefined && first.ordinal.value <= cursor.ordinal.value;
    const after = redelivers && first.ordinal ? first.ordinal.value - 1 : cursor.ordinal.value;
    const owed = contentBetween(stream, after, high.value);
    const due = [...facts, evidence('events owed', { value: owed, source: 'derived' })];
    // What was seen issued is the least there is: only the server's own figure tells that there were too many.
    if (answer.count.value > owed)
      return stream.attestedHigh
        ? fails('redelivery', ...due)
        : unknown(['seamark.stream.high_water'], ...due);
    if (answer.count.value === owed) return holds(...due);
    // Too few may only mean that it was still running, unless the end of the replay is known.
    return answer.ended ? fails('gap', ...due) : unknown(['seamark.replay.state'], ...due);
  },
});
