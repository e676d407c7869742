import { z } from 'zod';
import { nearMatch } from './near-match.ts';
import { Problem } from './problem.ts';

/** What a request gave before it is checked: texts by name, lists where a name is a list. */
export type RawInput = Readonly<Record<string, unknown>>;

/** Reads a query string: every value of a list, and the one value of everything else. */
export function fromQuery(query: URLSearchParams, shape: z.ZodRawShape): RawInput | Problem {
  const input = new Map<string, unknown>();
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field && isList(field)) input.set(key, values);
    else if (values.length > 1 && field) {
      return new Problem('invalid_parameter', `"${key}" may be given once; it came ${values.length} times.`);
    } else input.set(key, values[0]);
  }
  // Entries become own members whatever their names are: "__proto__" too.
  return Object.fromEntries(input);
}

/** Reads the members of a JSON body; a single value may stand for a list of one. */
export function fromBody(body: object, shape: z.ZodRawShape): RawInput {
  const members = Object.entries(body).map(([key, value]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return [key, field && isList(field) && !Array.isArray(value) ? [value] : value] as const;
  });
  return Object.fromEntries(members);
}

/**
 * Checks an input against its schema. What is unknown, and what is wrong, is said by name and never
 * by value: a value may be a session id.
 */
export function checkInput<Shape extends z.ZodRawShape>(
  shape: Shape,
  input: RawInput,
): z.output<z.ZodObject<Shape>> | Problem {
  const known = Object.keys(shape);
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) return unknownParameter(unknown, known);
  const parsed = z.object(shape).safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const [head] = issue?.path ?? [];
  const options = issue?.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : undefined;
  const message = options ? `must be ${options}` : (issue?.message ?? 'is wrong');
  return new Problem('invalid_parameter', `"${String(head)}": ${message}.`);
}

function unknownParameter(name: string, known: readonly string[]): Problem {
  const near = nearMatch(name, known);
  const hint =
    near === undefined ? `This call takes: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
  return new Problem(
    'unknown_parameter',
    `There is no parameter ${JSON.stringify(name.slice(0, 60))}. ${hint}`,
  );
}

/** Whether a field is a list once what may wrap it (optional, default, readonly) is off. */
function isList(field: unknown): boolean {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodReadonly) {
    inner = inner.unwrap();
  }
  return inner instanceof z.ZodArray;
}
