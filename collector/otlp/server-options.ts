import type { SessionIds } from '#db/session-ids.ts';
import type { UnixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import type { KnownSessionIds } from '../ingest/known-session-ids.ts';
import type { AnsweredSignal } from './answers.ts';
import type { RejectionCode } from './batch.ts';

/** Where facts go. `ok` means committed: only then is the sender told so. A throw counts as `unavailable`. */
export interface FactSink {
  store(facts: readonly Fact[]): Promise<StoreResult>;
}

export type StoreResult =
  | { readonly ok: true; readonly stored: number; readonly repeated: number }
  | { readonly ok: false; readonly code: 'unavailable' | 'queue_full' };

/** One line an event; never session ids, never payloads. pino's loggers fit. */
export interface OtlpLog {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}

export interface OtlpLimits {
  /** Of one body, also after inflating. */
  readonly maxBodyBytes: number;
  /** Of all bodies that are being worked on. */
  readonly maxInFlightBytes: number;
}

/** What `/readyz` and `/metrics` show; `/healthz` is answered as long as the process lives. */
export interface HealthHooks {
  ready(): Promise<{ readonly ok: boolean; readonly detail: Readonly<Record<string, string>> }>;
  metrics(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** One answered export, for the figures of `/metrics`. */
export interface ExportReport {
  readonly signal: AnsweredSignal;
  readonly transport: 'http';
  readonly status: number;
  /** Of the body, inflated. */
  readonly bytes: number;
  /** Spans or log records that could be decoded. */
  readonly items: number;
  readonly stored: number;
  readonly repeated: number;
  readonly passedOver: number;
  readonly rejected: Readonly<Partial<Record<RejectionCode, number>>>;
  readonly milliseconds: number;
}

export interface OtlpServerOptions {
  readonly sink: FactSink;
  readonly log: OtlpLog;
  readonly clock: () => UnixNanos;
  readonly ingest: {
    readonly sessionIds: SessionIds;
    readonly retentionDays: number;
    readonly known?: KnownSessionIds;
  };
  readonly limits: OtlpLimits;
  /** Origins whose pages may send. */
  readonly cors: readonly string[];
  readonly health: HealthHooks;
  /** Address of the pages, told by `GET /`. */
  readonly webUrl?: string | undefined;
  readonly onExport?: ((report: ExportReport) => void) | undefined;
}
