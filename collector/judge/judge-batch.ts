import type postgres from 'postgres';
import type { Db } from '#db/client.ts';
import { isDatabaseError } from '#db/database-error.ts';
import { type AliasGroup, aliasGroups, lockGroups } from '#db/queries/alias-groups.ts';
import {
  type DirtyRow,
  forgetFailures,
  pendingFacts,
  pickDirty,
  putBackDirty,
  recordFailures,
  takeDirty,
} from '#db/queries/dirty-sessions.ts';
import { loadFactsToJudge } from '#db/queries/load-facts.ts';
import { grownBy, type Member, readMembers, spanOf } from '#db/queries/session-members.ts';
import type { Fact } from '#domain/facts.ts';
import { errorCode } from '../error-code.ts';
import { type GroupJudgement, type JudgeRules, judgeGroup } from './judge-group.ts';
import { storeBatch } from './store-batch.ts';

/** A group of keys that this worker holds, with all that is needed to judge it. */
interface HeldGroup {
  readonly group: AliasGroup;
  readonly members: readonly Member[];
  readonly reasons: readonly DirtyRow[];
}

/** A held group that was judged. */
export interface JudgedGroup extends HeldGroup, GroupJudgement {
  readonly facts: readonly Fact[];
}

type TimedGroup = JudgedGroup & { readonly ms: number };

export interface BatchResult {
  /** Sessions that were judged and stored, and how long judging each took in milliseconds. */
  readonly judged: readonly { readonly keys: readonly string[]; readonly ms: number }[];
  /** Sessions that could not be judged, by the code of the error. */
  readonly failed: readonly { readonly key: string; readonly code: string }[];
}

export interface BatchLimits {
  readonly sessions: number;
  /** Facts that are loaded for one batch; a session that has more goes alone. */
  readonly facts: number;
}

export interface BatchOptions {
  readonly limits: BatchLimits;
  /** Keys to leave out, since they were judged a moment ago at some cost. */
  readonly except: readonly string[];
  /** Told which keys were picked, before they are judged. */
  readonly onPicked?: (keys: readonly string[]) => void;
}

const NOTHING: BatchResult = { judged: [], failed: [] };

/**
 * Judges the sessions that are dirty for the longest time, in one transaction: their reasons are taken out and
 * what follows from them is stored, or neither. A session that throws is recorded and does not touch the others.
 */
export function judgeBatch(db: Db, rules: JudgeRules, options: BatchOptions): Promise<BatchResult> {
  return db.sql.begin(async (tx) => {
    const picked = await pickDirty(tx, { sessions: options.limits.sessions, except: options.except });
    options.onPicked?.(picked);
    if (picked.length === 0) return NOTHING;
    const locked = await lockGroups(tx, await aliasGroups(tx, picked));
    const held = await takeGroups(tx, locked, options.limits);
    const { judged, failed } = await judgeAll(tx, held, rules);
    await recordFailures(tx, failed);
    await forgetFailures(
      tx,
      judged.flatMap(({ group }) => group.keys),
    );
    await storeBatch(tx, judged);
    return { judged: judged.map(({ group, ms }) => ({ keys: group.keys, ms })), failed };
  });
}

async function judgeAll(
  tx: postgres.TransactionSql,
  held: readonly HeldGroup[],
  rules: JudgeRules,
): Promise<{ readonly judged: readonly TimedGroup[]; readonly failed: BatchResult['failed'] }> {
  const judged: TimedGroup[] = [];
  const failed: { readonly key: string; readonly code: string }[] = [];
  for (const one of held) {
    const started = performance.now();
    const spans = one.members.map(spanOf).filter((span) => span !== undefined);
    const facts = await loadFactsToJudge(tx, spans);
    if (facts.length === 0) continue;
    try {
      const judgement = await judgeGroup(tx, { ...one, facts }, rules);
      judged.push({ ...one, ...judgement, facts, ms: performance.now() - started });
    } catch (error) {
      // The transaction is lost then, and with it the whole batch: the worker tries its sessions one by one.
      if (isDatabaseError(error)) throw error;
      await putBackDirty(tx, one.reasons);
      failed.push(...one.group.keys.map((key) => ({ key, code: errorCode(error) })));
    }
  }
  return { judged, failed };
}

/** Takes as many groups as the limit of facts allows, at least one, with their reasons. */
async function takeGroups(
  tx: postgres.TransactionSql,
  groups: readonly AliasGroup[],
  limits: BatchLimits,
): Promise<readonly HeldGroup[]> {
  const all = groups.flatMap((group) => group.keys);
  const stored = await readMembers(tx, all);
  const pending = await pendingFacts(tx, all);
  const taken: AliasGroup[] = [];
  let facts = 0;
  for (const group of groups) {
    for (const key of group.keys) facts += (stored.get(key)?.facts ?? 0) + (pending.get(key) ?? 0);
    if (taken.length > 0 && facts > limits.facts) break;
    taken.push(group);
  }
  const reasons = await takeDirty(
    tx,
    taken.flatMap((group) => group.keys),
  );
  return taken.map((group) => heldGroup(group, stored, reasons));
}

function heldGroup(
  group: AliasGroup,
  stored: ReadonlyMap<string, Member>,
  reasons: readonly DirtyRow[],
): HeldGroup {
  const keys = new Set(group.keys);
  const own = reasons.filter((row) => keys.has(row.session_key));
  const members = group.keys.map((key) =>
    grownBy(stored.get(key) ?? { key, first_at: null, last_at: null, facts: 0 }, own),
  );
  return { group, members, reasons: own };
}
