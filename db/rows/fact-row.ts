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

/** Gives one and the same string for equal ones. */
export type Interning = (text: string) => string;

/** Strings that are remembered; what comes after is new each time. */
const MOST_INTERNED = 20_000;

/**
 * The facts of one session repeat the same words: service, instance, stream. Kept once, a large session takes a
 * third of the memory and half of the time to load, most of which is collecting garbage.
 */
export function createInterning(): Interning {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    if (known.size < MOST_INTERNED) known.set(text, text);
    return text;
  };
}

/** Fields of which each fact has its own. */
const UNIQUE: ReadonlySet<FactField> = new Set(['id', 'eventId', 'requestId', 'digest']);

const FIELDS: readonly FactField[] = FACT_COLUMNS.map(([field]) => field);
const DETAIL = FIELDS.length;
const ATTRIBUTES = FIELDS.length + 1;

/** Reads a row that was selected as `FACT_COLUMN_LIST` (as an array of values) back into the fact it was. */
export function factFromCells(cells: readonly Cell[], intern: Interning = (text) => text): Fact {
  const fact: Record<string, unknown> = {};
  for (let index = 0; index < DETAIL; index += 1) {
    const cell = cells[index];
    const field = FIELDS[index];
    if (cell === null || cell === undefined || field === undefined) continue;
    if (field === 'at' || field === 'end') fact[field] = unixNanos(BigInt(String(cell)));
    else fact[field] = typeof cell === 'string' && !UNIQUE.has(field) ? intern(cell) : cell;
  }
  const detail = cells[DETAIL];
  if (detail !== null && detail !== undefined) Object.assign(fact, detail);
  fact.attributes = cells[ATTRIBUTES] ?? {};
  return storedFact(fact);
}

/** Guarantees no more than that `factToCopyLine` wrote the row: only it writes to the table. */
function storedFact(fields: Record<string, unknown>): Fact {
  return fields as unknown as Fact;
}
