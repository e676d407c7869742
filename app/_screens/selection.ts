import { createParser } from 'nuqs';
import { TARGET_KINDS, type Target } from '#domain/timeline/model-types.ts';
import type { TimeRange } from '#domain/timeline/range.ts';
import { oneOf } from '#domain/words.ts';

/** A selected thing in the address: `attempt:ab12…`. */
const targetText = (target: Target): string => `${target.kind}:${target.id}`;

export const parseAsTarget = createParser<Target>({
  parse: (text) => {
    const colon = text.indexOf(':');
    const kind = oneOf(TARGET_KINDS, text.slice(0, colon));
    const id = text.slice(colon + 1);
    return kind === undefined || id === '' ? null : { kind, id };
  },
  serialize: targetText,
  eq: (a, b) => a.kind === b.kind && a.id === b.id,
});

/** The visible range in the address: two epoch times in milliseconds, to the microsecond. */
export const parseAsRange = createParser<TimeRange>({
  parse: (text) => {
    const [from, to] = text.split('..').map(Number);
    if (from === undefined || to === undefined || !(from < to)) return null;
    return { from, to };
  },
  serialize: (range) => `${range.from.toFixed(3)}..${range.to.toFixed(3)}`,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});
