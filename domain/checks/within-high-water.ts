import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** The cursor is of something already issued (papers 001 and 002). What was not seen yet never makes it ahead. */
export const withinHighWater = defineCheck({
  id: 'within_high_water',
  needs: ['seamark.cursor.ordinal', 'seamark.stream.high_water'],
  run({ cursor, stream, given }) {
    if (!cursor.presented) return notApplicable();
    const { ordinal } = cursor;
    const facts = [evidence("cursor's ordinal", ordinal), evidence('high water', stream.high)];
    if (!ordinal) return unknown(stream.high ? ['seamark.cursor.ordinal'] : undefined, ...facts);
    const said = stream.attestedHigh;
    // A replica that refuses because it honestly knows less is judged by what it knows.
    if (given === 'refusal' && said && ordinal.value > said.value) {
      return fails(
        'ahead_of_high_water',
        evidence("cursor's ordinal", ordinal),
        evidence('high water', said),
        evidence('high water seen', stream.observedHigh),
      );
    }
    if (stream.high && ordinal.value <= stream.high.value) return holds(...facts);
    return said ? fails('ahead_of_high_water', ...facts) : unknown(['seamark.stream.high_water'], ...facts);
  },
});
