/** Something that is begun at a moment of the demo. */
export interface Planned<T> {
  /** Milliseconds after the start. */
  readonly at: number;
  readonly item: T;
}

/** One round of all items takes so long, however long the demo is. */
const ROUND_MS = 60_000;
/** The rest of the time is left to those that were begun last. */
const SHARE = 0.75;

/**
 * Spreads items evenly over the first three quarters of each minute. A demo of less than a minute plays each once.
 *
 * @param durationMs how long the demo begins new things
 */
export function planOf<T>(items: readonly T[], durationMs: number): readonly Planned<T>[] {
  const rounds = Math.max(1, Math.floor(durationMs / ROUND_MS));
  const round = durationMs / rounds;
  const step = (round * SHARE) / Math.max(1, items.length);
  return Array.from({ length: rounds }, (_, index) =>
    items.map((item, place) => ({ at: index * round + place * step, item })),
  ).flat();
}
