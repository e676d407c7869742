/** The figures of domain.md section 9. Durations in milliseconds. */
export interface JudgeSettings {
  /** Two views of one attempt, joined without a trace: at most this far apart. */
  readonly joinViewsMs: number;
  /** How long lost and unresolved things may settle. */
  readonly settleMs: number;
  /** A dead session presented again later than this after its first refusal. */
  readonly deadAgainMs: number;
  /** A client of known identity that opens no session within this time. */
  readonly noNewSessionMs: number;
  /** The second run begins within this time of the last disturbance. */
  readonly disturbanceWindowMs: number;
  readonly possibleWindowMs: number;
  /** Two copies nearer than this are double dispatch, not a retry. */
  readonly doubleDispatchMs: number;
  /** An episode ends after this time without an attempt. */
  readonly episodeIdleMs: number;
  /** A server that calls for a refusal at floor - 1 says so; the verdict's colour does not change. */
  readonly strictFloor: boolean;
}

export const DEFAULT_SETTINGS: JudgeSettings = {
  joinViewsMs: 5_000,
  settleMs: 120_000,
  deadAgainMs: 60_000,
  noNewSessionMs: 300_000,
  disturbanceWindowMs: 600_000,
  possibleWindowMs: 600_000,
  doubleDispatchMs: 100,
  episodeIdleMs: 1_800_000,
  strictFloor: false,
};
