import type postgres from 'postgres';
import type { SessionKey, UnixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { FACT_COLUMN_LIST, JUDGED_COLUMN_LIST } from '../rows/fact-columns.ts';
import { type Cell, createInterning, factFromCells } from '../rows/fact-row.ts';

/** A key and the bounds of the times of its stored facts (`session_members`): only those days are read. */
export interface KeySpan {
  readonly key: SessionKey;
  readonly from: UnixNanos;
  readonly to: UnixNanos;
}

/** Rows that are fetched at once: bounds what waits in memory beside the facts themselves. */
const CHUNK = 2_000;

/** Loads all facts of the keys, by key and time. */
export function loadFacts(
  sql: postgres.Sql | postgres.TransactionSql,
  spans: readonly KeySpan[],
): Promise<readonly Fact[]> {
  return load(sql, spans, FACT_COLUMN_LIST);
}

/** The same for the judge: without raw attributes, of which no rule may depend and which cost the most. */
export function loadFactsToJudge(
  sql: postgres.Sql | postgres.TransactionSql,
  spans: readonly KeySpan[],
): Promise<readonly Fact[]> {
  return load(sql, spans, JUDGED_COLUMN_LIST);
}

async function load(
  sql: postgres.Sql | postgres.TransactionSql,
  spans: readonly KeySpan[],
  columns: string,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  const interned = createInterning();
  for (const span of spans) {
    const rows = sql
      .unsafe<Cell[][]>(
        `select ${columns} from facts
         where session_key = $1 and at between $2 and $3 order by at, fact_id`,
        [span.key, String(span.from), String(span.to)],
      )
      .values()
      .cursor(CHUNK);
    for await (const chunk of rows) {
      for (const cells of chunk) facts.push(factFromCells(cells, interned));
    }
  }
  return facts;
}
