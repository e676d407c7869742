/** What the judging thread is started with. */
export interface ThreadData {
  readonly databaseUrl: string;
}

/** Ends the thread after the batch at hand. */
export const STOP = 'stop';

/** What the judging thread tells: figures and codes, nothing of what was judged. */
export type FromThread =
  | { readonly kind: 'judged'; readonly ms: readonly number[] }
  | { readonly kind: 'problem'; readonly what: string; readonly code: string };
