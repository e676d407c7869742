import type { FactId, SessionKey, UnixNanos } from '#domain/brand.ts';
import type { AttributeValue } from '#domain/facts.ts';
import type { SpanKind } from '../otlp/batch.ts';
import type { AttributeReader } from './attribute-reader.ts';

/** Which service sent something, from the resource. */
export interface Sender {
  readonly service: string;
  readonly instance: string | undefined;
  readonly serviceVersion: string | undefined;
  readonly environment: string | undefined;
}

/**
 * A span, span event or log record of which it is known that it is a fact, with its sanitised attributes: all that
 * the fact's builder needs.
 */
export interface Candidate {
  readonly id: FactId;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly sender: Sender;
  readonly scope: string;
  /** Of the span; a log record has none. */
  readonly spanKind: SpanKind;
  readonly failed: boolean;
  /** Canonical attributes whose value must not be joined or gated on. */
  readonly distrusted: ReadonlySet<string>;
  /** Where a session is not named, this groups the facts. */
  readonly fallbackSession: SessionKey;
  /** Sanitised: session ids in it are hashes already. */
  readonly reader: AttributeReader;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}
