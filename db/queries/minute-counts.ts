import type postgres from 'postgres';
import type { Json } from '#domain/api-types.ts';
import type { Attempt, Finding } from '#domain/judgement.ts';
import { eventsGivenUp } from '../rows/events-given-up.ts';
import { type Measured, measuresOfAttempt, measuresOfFinding } from '../rows/measures.ts';
import type { JudgedRow, RowChanges } from './sync-rows.ts';

const NANOS_PER_MINUTE = 60_000_000_000n;

/** One figure of one minute, as JSON by column name. */
interface Figure extends Measured {
  readonly minute: number;
  readonly service: string;
  readonly environment: string;
}

/** Figures that are written by one statement. */
const CHUNK = 2_000;

/**
 * Adds what changed to the minute counts. Belongs at the end of a transaction: judges of other sessions share
 * these rows and wait for its commit. All take them in one order, so that none locks another out.
 */
export async function addToCounts(
  tx: postgres.TransactionSql,
  changes: { readonly attempts: RowChanges; readonly findings: RowChanges },
): Promise<void> {
  const figures = summed([
    ...changes.attempts.written.flatMap((row) => attemptFigures(row, 1)),
    ...changes.attempts.before.flatMap((row) => attemptFigures(row, -1)),
    ...changes.findings.written.flatMap((row) => findingFigures(row, 1)),
    ...changes.findings.before.flatMap((row) => findingFigures(row, -1)),
  ]);
  for (let at = 0; at < figures.length; at += CHUNK) {
    await addFigures(tx, figures.slice(at, at + CHUNK));
  }
}

/** Makes the counts anew from attempts and findings: what `addToCounts` must have kept them equal to. */
export async function recountAll(tx: postgres.TransactionSql): Promise<void> {
  await tx`lock table minute_counts in exclusive mode`;
  await tx`truncate minute_counts`;
  for (const [table, figuresOf] of [
    ['attempts', attemptFigures],
    ['findings', findingFigures],
  ] as const) {
    for await (const rows of tx.unsafe<JudgedRow[]>(`select * from ${table}`).cursor(CHUNK)) {
      await addFigures(tx, summed(rows.flatMap((row) => figuresOf(row, 1))));
    }
  }
}

function attemptFigures(row: JudgedRow, sign: 1 | -1): readonly Figure[] {
  return placed(row, sign, measuresOfAttempt(bodyOf<Attempt>(row)));
}

function findingFigures(row: JudgedRow, sign: 1 | -1): readonly Figure[] {
  const finding = bodyOf<Finding>(row);
  return placed(
    row,
    sign,
    measuresOfFinding({
      kind: finding.kind,
      strength: finding.strength ?? null,
      destructive: row.destructive === true,
      givenUp: eventsGivenUp(finding),
    }),
  );
}

/** The body of an attempt's or a finding's row, which `judgedRows` wrote. */
const bodyOf = <T>(row: JudgedRow): Json<T> => row.body as Json<T>;

function placed(row: JudgedRow, sign: 1 | -1, measured: readonly Measured[]): readonly Figure[] {
  const minute = Number(BigInt(String(row.at)) / NANOS_PER_MINUTE);
  const place = { minute, service: String(row.service), environment: String(row.environment ?? '') };
  return measured.map((one) => ({ ...place, ...one, count: sign * one.count }));
}

/** One figure for each place, without those that come to nothing, in the order in which rows are locked. */
function summed(figures: readonly Figure[]): readonly Figure[] {
  const sums = new Map<string, Figure>();
  for (const figure of figures) {
    const place = placeOf(figure);
    const sum = sums.get(place);
    sums.set(place, sum ? { ...sum, count: sum.count + figure.count } : figure);
  }
  return [...sums]
    .filter(([, figure]) => figure.count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, figure]) => figure);
}

const placeOf = ({ measure, minute, service, environment, name, extra }: Figure): string =>
  JSON.stringify([measure, minute, service, environment, name, extra]);

async function addFigures(tx: postgres.TransactionSql, figures: readonly Figure[]): Promise<void> {
  if (figures.length === 0) return;
  await tx`
    with added as (
      insert into minute_counts as figure (measure, minute, service, environment, name, extra, count)
      select measure, minute, service, environment, name, extra, count
      from json_to_recordset(${JSON.stringify(figures)}::text::json) as row(
        measure text, minute bigint, service text, environment text, name text, extra text, count bigint
      )
      on conflict (measure, minute, service, environment, name, extra) do update
        set count = figure.count + excluded.count
      returning *
    )
    select 1 from added limit 1`;
}
