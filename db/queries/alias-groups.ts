import type postgres from 'postgres';
import { SESSION_LOCK_CLASS } from '../advisory-locks.ts';

/** Keys that name one session, in order: judged together (collector.md section 2). */
export type AliasGroup = readonly string[];

/** Follows aliases both ways from each key; keys that lead to the same group give it once. */
export async function aliasGroups(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<readonly AliasGroup[]> {
  const rows = await tx<{ root: string; member: string }[]>`
    with recursive reached(root, member) as (
      select key, key from unnest(${keys}::text[]) as key
      union
      select root, case when member = alias_key then session_key else alias_key end
      from reached join aliases on member = alias_key or member = session_key
    )
    select root, member from reached order by member`;
  const groups = new Map<string, string[]>();
  for (const { root, member } of rows) groups.set(root, [...(groups.get(root) ?? []), member]);
  const distinct = new Map([...groups.values()].map((group) => [group.join(' '), group]));
  return [...distinct.values()];
}

/**
 * Locks the groups for this transaction, so that each is judged by one worker at a time. A group of which
 * another worker holds a key is left out, and so is one that grew while it was being locked.
 */
export async function lockGroups(
  tx: postgres.TransactionSql,
  groups: readonly AliasGroup[],
): Promise<readonly AliasGroup[]> {
  const keys = [...new Set(groups.flat())].sort();
  const rows = await tx<{ key: string; locked: boolean }[]>`
    select key, pg_try_advisory_xact_lock(${SESSION_LOCK_CLASS}, hashtext(key)) as locked
    from unnest(${keys}::text[]) as key`;
  const refused = new Set(rows.filter((row) => !row.locked).map((row) => row.key));
  const held = groups.filter((group) => !group.some((key) => refused.has(key)));
  const now = new Set((await aliasGroups(tx, held.flat())).map((group) => group.join(' ')));
  return held.filter((group) => now.has(group.join(' ')));
}
