/** Ends an exhaustive switch: a new member of a union does not compile until it is handled. */
export function assertUnreachable(value: never): never {
  throw new Error(`unhandled case: ${String(value)}`);
}
