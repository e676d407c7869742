import { unixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { COLUMN_FIELDS, FACT_COLUMNS, type FactField } from './fact-columns.ts';

/** A value as the driver gives it: bigint columns as text, numbers and booleans as themselves, JSON parsed. */
export type Cell = string | number | boolean | null | object;

const UNSAFE = /[\\\t\n\r\0]/;
const UNSAFE_EACH = /[\\\t\n\r\0]/g;
const NULL = '\\N';

/**
 * One line of COPY's text format for a fact, in the order of `FACT_COLUMN_LIST`. Text that Postgres cannot
 * hold (NUL, lone surrogates) has been replaced by the ingest; a NUL that is left becomes U+FFFD here.
 */
export function factToCopyLine(fact: Fact): string {
  const fields = fact as unknown as FieldsOfAnyFact;
  let line = '';
  for (const [field] of FACT_COLUMNS) line += `${cellToCopy(fields[field])}\t`;
  return `${line}${detailToCopy(fact)}\t${escapeCopy(JSON.stringify(fact.attributes))}\n`;
}

/** Any fact seen as a bag of optional scalars: true of every member of the union, by `FactField`. */
type FieldsOfAnyFact = { readonly [K in FactField]?: string | number | bigint | boolean | undefined };

function cellToCopy(value: string | number | bigint | boolean | undefined): string {
  if (value === undefined) return NULL;
  if (typeof value === 'string') return escapeCopy(value);
  return String(value);
}

function detailToCopy(fact: Fact): string {
  let detail: Record<string, unknown> | undefined;
  for (const [field, value] of Object.entries(fact)) {
    if (value === undefined || COLUMN_FIELDS.has(field)) continue;
    detail ??= {};
    detail[field] = value;
  }
  return detail === undefined ? NULL : escapeCopy(JSON.stringify(detail));
}

function escapeCopy(text: string): string {
  return UNSAFE.test(text) ? text.replace(UNSAFE_EACH, escapeOne) : text;
}

function escapeOne(char: string): string {
  switch (char) {
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\\':
      return '\\\\';
    default:
      return '\uFFFD';
  }
}

/** Reads a row that was selected as `FACT_COLUMN_LIST` (as an array of values) back into the fact it was. */
export function factFromCells(cells: readonly Cell[]): Fact {
  const fact: Record<string, unknown> = {};
  FACT_COLUMNS.forEach(([field], index) => {
    const cell = cells[index];
    if (cell === null || cell === undefined) return;
    fact[field] = field === 'at' || field === 'end' ? unixNanos(BigInt(String(cell))) : cell;
  });
  const detail = cells[FACT_COLUMNS.length];
  if (detail !== null) Object.assign(fact, detail);
  fact.attributes = cells[FACT_COLUMNS.length + 1] ?? {};
  return storedFact(fact);
}

/** Guarantees no more than that `factToCopyLine` wrote the row: only it writes to the table. */
function storedFact(fields: Record<string, unknown>): Fact {
  return fields as unknown as Fact;
}
