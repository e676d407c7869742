import { sessionLabel } from '#db/session-ids.ts';
import type { AttributeValue, Fact } from '#domain/facts.ts';

/** What stands for the fact's own session id (telemetry.md section 4). Another session's keeps its label. */
const OWN_MARK = '{session}';
const MAYBE_MARK = '{session:';

/**
 * Writes `{session}` for the fact's own session. Marks of other sessions keep the label of their hash: with one mark for
 * all, a cursor of another session would look like one of this session, and a foreign replay like a sound one.
 */
export function withOwnMarks(fact: Fact): Fact {
  if (!fact.identified) return fact;
  const mark = `${MAYBE_MARK}${sessionLabel(fact.session)}}`;
  const changes = Object.entries(fact).flatMap(([field, value]) => {
    const changed = replaced(value, mark);
    return changed === value ? [] : [[field, changed] as const];
  });
  return changes.length === 0 ? fact : Object.assign({ ...fact }, Object.fromEntries(changes));
}

function replaced(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.includes(mark) ? value.replaceAll(mark, OWN_MARK) : value;
  if (Array.isArray(value)) return replacedList(value, mark);
  return typeof value === 'object' && value !== null
    ? replacedMap(Object.entries(value), { value, mark })
    : value;
}

function replacedList(list: readonly AttributeValue[], mark: string): unknown {
  const changed = list.map((inner) => replaced(inner, mark));
  return changed.some((inner, index) => inner !== list[index]) ? changed : list;
}

function replacedMap(
  entries: readonly (readonly [string, unknown])[],
  from: { readonly value: object; readonly mark: string },
): unknown {
  const changed = entries.map(
    ([key, inner]) => [replaced(key, from.mark), replaced(inner, from.mark)] as const,
  );
  const same = changed.every(
    ([key, inner], index) => key === entries[index]?.[0] && inner === entries[index]?.[1],
  );
  return same ? from.value : Object.fromEntries(changed);
}
