import type postgres from 'postgres';
import type { Fact } from '#domain/facts.ts';
import type { Db } from '../client.ts';
import { copyIn } from '../copy-in.ts';
import { isDatabaseAway, sqlState } from '../database-error.ts';
import { dayOf, type Partitions } from '../partitions.ts';
import { FACT_COLUMN_LIST } from '../rows/fact-columns.ts';
import { factToCopyLine } from '../rows/fact-row.ts';
import { ledgerOf } from '../rows/ledger.ts';
import { writeLedger } from './write-ledger.ts';

export interface Stored {
  /** How many facts were not there before. */
  readonly stored: number;
  /** Facts that were there already: no-ops. */
  readonly repeats: ReadonlySet<Fact>;
  /** Facts that the database cannot hold, whatever is tried; none unless the ingest let something through. */
  readonly refused: ReadonlySet<Fact>;
}

const NONE: ReadonlySet<Fact> = new Set();

/** Where facts are stored, and the days of `facts` that are known to be there. */
export interface FactTarget {
  readonly db: Db;
  readonly partitions: Partitions;
}

/**
 * Stores facts and all that must be written with them (dirty sessions, aliases, arrivals) in one transaction;
 * when it resolves, it is committed. Repeats are no-ops in everything (collector.md section 2).
 *
 * @throws the database's error where it is away or refuses; then nothing was stored
 */
export async function storeFacts(target: FactTarget, facts: readonly Fact[]): Promise<Stored> {
  if (facts.length === 0) return { stored: 0, repeats: NONE, refused: NONE };
  await target.partitions.ensure(facts.map((fact) => dayOf(fact.at)));
  try {
    await target.db.sql.begin(async (tx) => {
      await copyFacts(tx, 'facts', facts);
      await writeLedger(tx, ledgerOf(facts));
    });
    return { stored: facts.length, repeats: NONE, refused: NONE };
  } catch (error) {
    if (!isServerError(error)) throw error;
    return storeSkippingRepeats(target, facts);
  }
}

/** The slower way, taken when a COPY failed, which a single repeat is enough for. */
async function storeSkippingRepeats(target: FactTarget, facts: readonly Fact[]): Promise<Stored> {
  // Retention may have dropped a day that was known to be there.
  target.partitions.forget();
  await target.partitions.ensure(facts.map((fact) => dayOf(fact.at)));
  try {
    const fresh = await target.db.sql.begin(async (tx) => {
      await tx`create temporary table if not exists incoming_facts
        (like facts, place serial) on commit delete rows`;
      await copyFacts(tx, 'incoming_facts', facts);
      const stored = await insertNew(tx, facts);
      await writeLedger(tx, ledgerOf(stored));
      return stored;
    });
    return { stored: fresh.length, repeats: without(facts, fresh), refused: NONE };
  } catch (error) {
    if (!isDataError(error)) throw error;
    return storeByHalves(target, facts);
  }
}

/** Moves what is not there yet out of the staging table and says which facts those were. */
async function insertNew(tx: postgres.TransactionSql, facts: readonly Fact[]): Promise<readonly Fact[]> {
  const rows = await tx.unsafe<{ session_key: string; at: string; fact_id: string }[]>(`
    insert into facts (${FACT_COLUMN_LIST})
    select distinct on (session_key, at, fact_id) ${FACT_COLUMN_LIST} from incoming_facts
    order by session_key, at, fact_id, place
    on conflict do nothing
    returning session_key, at, fact_id`);
  const fresh = new Set(rows.map((row) => `${row.session_key} ${row.at} ${row.fact_id}`));
  return facts.filter((fact) => fresh.delete(`${fact.session} ${fact.at} ${fact.id}`));
}

/** One fact that the database cannot hold must not cost the others: it is found by halving. */
async function storeByHalves(target: FactTarget, facts: readonly Fact[]): Promise<Stored> {
  if (facts.length === 1) return { stored: 0, repeats: NONE, refused: new Set(facts) };
  const middle = Math.ceil(facts.length / 2);
  const first = await storeFacts(target, facts.slice(0, middle));
  const second = await storeFacts(target, facts.slice(middle));
  return {
    stored: first.stored + second.stored,
    repeats: new Set([...first.repeats, ...second.repeats]),
    refused: new Set([...first.refused, ...second.refused]),
  };
}

function without(facts: readonly Fact[], some: readonly Fact[]): ReadonlySet<Fact> {
  const rest = new Set(facts);
  for (const fact of some) rest.delete(fact);
  return rest;
}

function copyFacts(tx: postgres.TransactionSql, table: string, facts: readonly Fact[]): Promise<void> {
  return copyIn(tx, { table, columns: FACT_COLUMN_LIST }, linesOf(facts));
}

function* linesOf(facts: readonly Fact[]): Iterable<string> {
  for (const fact of facts) yield factToCopyLine(fact);
}

/** True where Postgres refused: a repeat, a value it cannot hold, a partition that was dropped meanwhile. */
function isServerError(error: unknown): boolean {
  return sqlState(error) !== undefined && !isDatabaseAway(error);
}

/** Classes 22 (data exception) and 54 (limit exceeded), and what the driver makes of them after a COPY. */
function isDataError(error: unknown): boolean {
  return /^(22|54|25P02)/.test(sqlState(error) ?? '');
}
