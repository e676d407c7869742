import { exactInteger } from './exact-numbers.ts';

/**
 * Lenient reading of proto3 JSON as real emitters write it: camelCase or snake_case, `null` for any field, integers
 * as text or numbers, enums by number or by name. Unknown fields are ignored by not being asked for.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A field that has another type than the format says. */
export class JsonShapeError extends Error {
  constructor(where: string, wanted: string) {
    super(`${where}: expected ${wanted}`);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field by its camelCase name, else by its snake_case name; `null` counts as absent. */
export function field(object: JsonObject, name: string): unknown {
  const value = own(object, name) ?? own(object, snakeCase(name));
  return value ?? undefined;
}

export function textField(object: JsonObject, name: string): string {
  const value = field(object, name);
  return typeof value === 'string' ? value : '';
}

/** A time in nanoseconds; 0n where absent, nothing where it is no whole number. */
export function timeField(object: JsonObject, name: string): bigint | undefined {
  const value = field(object, name);
  return value === undefined || value === '' ? 0n : exactInteger(value);
}

/** A list; absent is empty. What is not a list is an error that names the path. */
export function listField(
  object: JsonObject,
  place: { readonly name: string; readonly where: string },
): readonly unknown[] {
  const value = field(object, place.name);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new JsonShapeError(`${place.where}${place.name}`, 'a list');
  return value;
}

/** The number of an enum, given as a number, as that number in text, or by one of `names` in any case. */
export function enumField(
  object: JsonObject,
  options: { readonly name: string; readonly prefix: string; readonly names: readonly string[] },
): number {
  const value = field(object, options.name);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  if (/^\d{1,3}$/.test(value)) return Number(value);
  const name = value.toUpperCase().replace(options.prefix, '').toLowerCase();
  return Math.max(0, options.names.indexOf(name));
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const SNAKE_NAMES = new Map<string, string>();

function snakeCase(name: string): string {
  const known = SNAKE_NAMES.get(name);
  if (known !== undefined) return known;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  SNAKE_NAMES.set(name, snake);
  return snake;
}
