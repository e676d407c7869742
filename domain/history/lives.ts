import type { FactId, UnixNanos } from '../brand.ts';
import type { CloseFact, Fact, OpenFact } from '../facts.ts';
import type { CloseReason, SessionOrigin } from '../words.ts';

/** One life of a session as its opens and closes tell it. */
export interface Life {
  readonly id: string;
  /** False where no open attested an id and one was made up for the display. */
  readonly attested: boolean;
  readonly at: UnixNanos;
  readonly fact: FactId;
  readonly origin?: SessionOrigin | undefined;
  readonly service: string;
  readonly instance?: string | undefined;
  readonly closed?: {
    readonly at: UnixNanos;
    readonly fact: FactId;
    readonly reason?: CloseReason | undefined;
  };
}

/**
 * Opens that count: an `initialize` request begins a session only when no `seamark.session.open` says so,
 * and layers that each report the same request (one trace) are one.
 */
function countingOpens(facts: readonly Fact[]): readonly OpenFact[] {
  const opens = facts.filter((fact): fact is OpenFact => fact.kind === 'open');
  const explicit = opens.filter((open) => !open.inferred);
  if (explicit.length > 0) return explicit;
  const traces = new Set<string>();
  return opens.filter((open) => {
    if (traces.has(open.traceId)) return false;
    traces.add(open.traceId);
    return true;
  });
}

function born(open: OpenFact, ordinal: number): Life {
  return {
    id: open.incarnation ?? `life-${ordinal}`,
    attested: open.incarnation !== undefined,
    at: open.at,
    fact: open.id,
    origin: open.sessionOrigin,
    service: open.service,
    instance: open.instance,
  };
}

function ended(life: Life, close: CloseFact): Life {
  return { ...life, closed: { at: close.at, fact: close.id, reason: close.closeReason } };
}

/** A re-attested incarnation is the same life: state and log came back whole (domain.md section 2). */
function reopened(life: Life): Life {
  const { closed: _closed, ...rest } = life;
  return rest;
}

function opened(lives: readonly Life[], open: OpenFact): readonly Life[] {
  const index = open.incarnation === undefined ? -1 : lives.findIndex((life) => life.id === open.incarnation);
  const same = lives[index];
  if (!same) return [...lives, born(open, lives.length + 1)];
  // It becomes the newest again, since the newest is the one that lives.
  return [...lives.filter((life) => life !== same), reopened(same)];
}

function closed(lives: readonly Life[], close: CloseFact): readonly Life[] {
  const named = close.incarnation;
  const target =
    named === undefined
      ? lives.at(-1)
      : (lives.find((life) => life.id === named) ?? lives.findLast((life) => !life.attested));
  if (target) return lives.map((life) => (life === target ? ended(life, close) : life));
  const unseen: Life = {
    id: named ?? 'life-1',
    attested: named !== undefined,
    at: close.at,
    fact: close.id,
    service: close.service,
    instance: close.instance,
  };
  return [...lives, ended(unseen, close)];
}

/** The lives of a session after each open and close; the last one in a list is the newest. */
export class Lives {
  readonly #states: readonly {
    readonly at: UnixNanos;
    readonly isOpen: boolean;
    readonly lives: readonly Life[];
  }[];

  /** @param facts in canonical order. */
  constructor(facts: readonly Fact[]) {
    const counting = new Set<Fact>(countingOpens(facts));
    const states: { at: UnixNanos; isOpen: boolean; lives: readonly Life[] }[] = [];
    let lives: readonly Life[] = [];
    for (const fact of facts) {
      if (fact.kind === 'open' && counting.has(fact)) lives = opened(lives, fact);
      else if (fact.kind === 'close') lives = closed(lives, fact);
      else continue;
      states.push({ at: fact.at, isOpen: fact.kind === 'open', lives });
    }
    this.#states = states;
  }

  /** The lives as known at a time. At equal times an attempt comes after opens and before closes. */
  asOf(end: UnixNanos): readonly Life[] {
    const state = this.#states.findLast(({ at, isOpen }) => at < end || (at === end && isOpen));
    return state?.lives ?? [];
  }

  /** All lives, at the end of what is known. */
  all(): readonly Life[] {
    return this.#states.at(-1)?.lives ?? [];
  }

  /** How many opens came after one time and up to another. */
  opensBetween(from: UnixNanos, to: UnixNanos): number {
    return this.#states.filter(({ at, isOpen }) => isOpen && at > from && at <= to).length;
  }

  /** How many closes came after one time and before another. */
  closesBetween(from: UnixNanos, to: UnixNanos): number {
    return this.#states.filter(({ at, isOpen }) => !isOpen && at > from && at < to).length;
  }
}
