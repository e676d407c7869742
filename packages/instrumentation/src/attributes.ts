import { hash } from 'node:crypto';
import type { Attributes } from '@opentelemetry/api';

/** What a fact says; `undefined` is unknown, and is not sent. */
export type Facts = Readonly<Record<string, string | number | undefined>>;

const MAX_CHARACTERS = 1_000;
const KEPT_CHARACTERS = 900;

/** Attributes as sent: what is unknown left out, each value shorter than 1 KiB of characters. */
export function toAttributes(...parts: readonly Facts[]): Attributes {
  const attributes: Attributes = {};
  for (const part of parts) {
    for (const key in part) {
      const value = part[key];
      if (value !== undefined) attributes[key] = typeof value === 'string' ? bounded(value) : value;
    }
  }
  return attributes;
}

/** A long value is cut and carries a digest of the whole, so that two long ids stay two. */
function bounded(value: string): string {
  if (value.length <= MAX_CHARACTERS) return value;
  const digest = hash('sha256', value, 'hex').slice(0, 32);
  return `${value.slice(0, KEPT_CHARACTERS)}…${digest}`;
}
