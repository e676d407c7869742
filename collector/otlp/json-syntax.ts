import { assertUnreachable } from '#domain/assert-unreachable.ts';

/**
 * Says where a text stops being JSON (RFC 8259), without quoting any of it: the engine's own message quotes the
 * body, which may hold secrets, and often leaves the place out.
 */
export function describeSyntaxError(json: string): string {
  if (json.trim() === '') return 'the body is empty, expected JSON';
  const at = firstError(json);
  const before = json.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const what = at >= json.length ? 'the text ends too early' : 'unexpected character';
  return `not JSON: ${what} at line ${line}, column ${column} (position ${at})`;
}

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'separator' | 'end';

/** Index of the first character that no JSON text could have there. A state machine with its own stack. */
function firstError(json: string): number {
  const open: ('{' | '[')[] = [];
  let expect: Expect = 'value';
  let at = 0;
  for (;;) {
    at = skip(SPACE, { json, at }) ?? at;
    const character = json.charAt(at);
    const next = step({ json, at, character, expect, open });
    if (next === undefined) return at;
    ({ at, expect } = next);
  }
}

interface Position {
  readonly json: string;
  readonly at: number;
  readonly character: string;
  readonly expect: Expect;
  readonly open: ('{' | '[')[];
}

function step(position: Position): { at: number; expect: Expect } | undefined {
  const { json, at, character, expect, open } = position;
  switch (expect) {
    case 'key':
    case 'key or }':
      if (character === '}' && expect === 'key or }') return closed(position);
      return advance(skipString(json, at), 'colon');
    case 'colon':
      return character === ':' ? { at: at + 1, expect: 'value' } : undefined;
    case 'separator':
      if (character === ',') return { at: at + 1, expect: open.at(-1) === '{' ? 'key' : 'value' };
      return character === (open.at(-1) === '{' ? '}' : ']') ? closed(position) : undefined;
    case 'value':
    case 'value or ]':
      if (character === ']' && expect === 'value or ]') return closed(position);
      return value(position);
    case 'end':
      return undefined;
    default:
      return assertUnreachable(expect);
  }
}

function value({ json, at, character, open }: Position): { at: number; expect: Expect } | undefined {
  if (character === '{' || character === '[') {
    open.push(character);
    return { at: at + 1, expect: character === '{' ? 'key or }' : 'value or ]' };
  }
  const end = character === '"' ? skipString(json, at) : skip(SCALAR, { json, at });
  return advance(end, open.length === 0 ? 'end' : 'separator');
}

function closed({ at, open }: Position): { at: number; expect: Expect } {
  open.pop();
  return { at: at + 1, expect: open.length === 0 ? 'end' : 'separator' };
}

function advance(end: number | undefined, expect: Expect): { at: number; expect: Expect } | undefined {
  return end === undefined ? undefined : { at: end, expect };
}

function skip(pattern: RegExp, from: { readonly json: string; readonly at: number }): number | undefined {
  pattern.lastIndex = from.at;
  return pattern.test(from.json) ? pattern.lastIndex : undefined;
}

/** Index after a string that begins here; nothing when it is no string of JSON. */
function skipString(json: string, open: number): number | undefined {
  if (json.charAt(open) !== '"') return undefined;
  let at = open + 1;
  while (at < json.length) {
    const character = json.charAt(at);
    if (character === '"') return at + 1;
    if (character < ' ') return undefined;
    const next = character === '\\' ? skip(ESCAPE, { json, at }) : at + 1;
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}
