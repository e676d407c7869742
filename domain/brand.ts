declare const brand: unique symbol;

/** A primitive that must not be mixed with others of its kind; made only at the edge. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Nanoseconds since the Unix epoch, as OTLP sends them. */
export type UnixNanos = Brand<bigint, 'UnixNanos'>;

/** What groups facts: the hash of a session id, or `t:` and the trace id where no session is named. */
export type SessionKey = Brand<string, 'SessionKey'>;

/** An SSE event id: opaque, never assumed to be a number. */
export type EventId = Brand<string, 'EventId'>;

/** Identity of a fact inside its session: trace id, span id and the index of the span event (or a log digest). */
export type FactId = Brand<string, 'FactId'>;

/** Reads a time that the caller knows to be nanoseconds since the Unix epoch. */
export const unixNanos = (value: bigint): UnixNanos => value as UnixNanos;
/** Names a session group; the caller vouches that the text is a hash or a trace key, never a raw id. */
export const sessionKey = (value: string): SessionKey => value as SessionKey;
/** Names an event id as it was on the wire. */
export const eventId = (value: string): EventId => value as EventId;
/** Names a fact. */
export const factId = (value: string): FactId => value as FactId;

const NANOS_PER_MS = 1_000_000n;

/** Milliseconds as a span of nanoseconds. */
export const msToNanos = (ms: number): bigint => BigInt(Math.round(ms)) * NANOS_PER_MS;

/** A time in whole milliseconds since the Unix epoch, for display and for `Date`. */
export const toEpochMs = (at: UnixNanos): number => Number(at / NANOS_PER_MS);

/** A time from milliseconds since the Unix epoch. */
export const fromEpochMs = (ms: number): UnixNanos => unixNanos(BigInt(Math.round(ms)) * NANOS_PER_MS);
