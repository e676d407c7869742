import { UNTRUSTWORTHY_SCOPES } from '#semconv';

const KNOWN = new Map<string, ReadonlySet<string>>();
/** Scope names come from strangers: past this many the memory starts anew. */
const KNOWN_LIMIT = 1024;
const NONE: ReadonlySet<string> = new Set();

/** The canonical attributes whose value from this scope is not what its name says: never joined or gated on. */
export function distrustedOf(scope: string): ReadonlySet<string> {
  if (scope === '') return NONE;
  const known = KNOWN.get(scope);
  if (known) return known;
  if (KNOWN.size >= KNOWN_LIMIT) KNOWN.clear();
  const name = scope.toLowerCase();
  const matching = UNTRUSTWORTHY_SCOPES.filter((entry) => {
    const wanted = entry.scope.toLowerCase();
    return entry.prefix ? name.startsWith(wanted) : name === wanted;
  });
  const distrusted = matching.length === 0 ? NONE : new Set(matching.map((entry) => entry.attribute));
  KNOWN.set(scope, distrusted);
  return distrusted;
}
