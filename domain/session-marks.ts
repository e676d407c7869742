import { type EventId, eventId, type SessionKey } from './brand.ts';
import type { Fact } from './facts.ts';

/**
 * What the door leaves of a raw session id inside an event id: `{session}` for the fact's own session, `{session:LABEL}`
 * for another one, whose label is the beginning of its key.
 */
const OWN_MARK = '{session}';
const OTHER_MARK = /\{session:([^}]+)\}/;
const OTHER_MARKS = new RegExp(OTHER_MARK, 'g');

/** The label of another session that an id names, if it does. */
export const foreignLabel = (id: string): string | undefined => OTHER_MARK.exec(id)?.[1];

/** How the session that an id names writes the same id itself. */
export const asOwn = (id: EventId): EventId => eventId(id.replace(OTHER_MARKS, OWN_MARK));

/** An id that names its own session is no one else's, however equal it looks. */
export const namesOwnSession = (id: string): boolean => id.includes(OWN_MARK);

/** Under an alias one session has two ids: what names it by the other one names it all the same. */
export function withAliasMarks(facts: readonly Fact[], keys: ReadonlySet<SessionKey>): readonly Fact[] {
  if (keys.size < 2) return facts;
  const marks = [...keys].map((key) => `{session:${key.slice(0, 8)}}`);
  const own = (text: unknown): unknown =>
    typeof text === 'string' && text.includes('{session:')
      ? marks.reduce((out, mark) => out.replaceAll(mark, OWN_MARK), text)
      : text;
  return facts.map((fact) => {
    const changes = Object.entries(fact).filter(([, value]) => own(value) !== value);
    return changes.length === 0
      ? fact
      : Object.assign({ ...fact }, Object.fromEntries(changes.map(([field, value]) => [field, own(value)])));
  });
}
