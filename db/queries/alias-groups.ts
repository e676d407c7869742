import type postgres from 'postgres';
import { type SessionKey, sessionKey } from '#domain/brand.ts';
import { SESSION_LOCK_CLASS } from '../advisory-locks.ts';

/** Keys that name one session: judged together (collector.md section 2). */
export interface AliasGroup {
  /** In order. */
  readonly keys: readonly string[];
  /** The key under which the session stands: the one that aliases name and that is no alias itself. */
  readonly canonical: SessionKey;
}

/** Follows aliases both ways from each key; keys that lead to the same group give it once. */
export async function aliasGroups(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<readonly AliasGroup[]> {
  const rows = await tx<{ root: string; member: string; is_alias: boolean }[]>`
    with recursive reached(root, member) as (
      select key, key from unnest(${keys}::text[]) as key
      union
      select root, case when member = alias_key then session_key else alias_key end
      from reached join aliases on member = alias_key or member = session_key
    )
    select root, member, exists (select 1 from aliases where alias_key = member) as is_alias from reached`;
  const byRoot = new Map<string, { readonly member: string; readonly is_alias: boolean }[]>();
  for (const row of rows) {
    const members = byRoot.get(row.root) ?? [];
    members.push(row);
    byRoot.set(row.root, members);
  }
  const groups = [...byRoot.values()].map(groupOf);
  return [...new Map(groups.map((group) => [identityOf(group), group])).values()];
}

/** Where aliases run in a circle, or name one session by two, the first in order stands for all. */
function groupOf(members: readonly { readonly member: string; readonly is_alias: boolean }[]): AliasGroup {
  const keys = members.map((row) => row.member).sort();
  const named = new Set(members.filter((row) => !row.is_alias).map((row) => row.member));
  return { keys, canonical: sessionKey(keys.find((key) => named.has(key)) ?? keys[0] ?? '') };
}

const identityOf = (group: AliasGroup): string => group.keys.join(' ');

/**
 * Locks the groups for this transaction, so that each is judged by one worker at a time. A group of which
 * another worker holds a key is left out, and so is one that grew while it was being locked.
 */
export async function lockGroups(
  tx: postgres.TransactionSql,
  groups: readonly AliasGroup[],
): Promise<readonly AliasGroup[]> {
  const keys = [...new Set(groups.flatMap((group) => group.keys))].sort();
  const rows = await tx<{ key: string; locked: boolean }[]>`
    select key, pg_try_advisory_xact_lock(${SESSION_LOCK_CLASS}, hashtext(key)) as locked
    from unnest(${keys}::text[]) as key`;
  const refused = new Set(rows.filter((row) => !row.locked).map((row) => row.key));
  const held = groups.filter((group) => !group.keys.some((key) => refused.has(key)));
  const now = await aliasGroups(
    tx,
    held.flatMap((group) => group.keys),
  );
  const unchanged = new Set(now.map(identityOf));
  return held.filter((group) => unchanged.has(identityOf(group)));
}
