import { type HrTime, ROOT_CONTEXT, type Span } from '@opentelemetry/api';
import {
  FACT_STREAM_EMIT,
  SEGMENT_FLUSH_MS,
  SEGMENT_MAX_EVENTS,
  SPAN_STREAM_SEGMENT,
} from '@seamark/semconv';
import { type Facts, toAttributes } from './attributes.ts';
import { laterOf } from './clock.ts';
import type { Guard } from './guard.ts';
import type { Reporter } from './reporter.ts';

/** Whose emissions a segment holds. */
export interface SegmentOwner {
  /** One for each stream and incarnation of its events: the stream itself, or a text where it is not known as one. */
  readonly key: object | string;
  /** Session, incarnation and stream facts, asked for when a segment begins. */
  readonly facts: () => readonly Facts[];
}

interface Segment {
  readonly span: Span;
  events: number;
  last: HrTime;
}

const MAX_OPEN = 4_096;

/** Batches emissions as span events, so that neither each costs a span nor any waits for a long stream to end. */
export class Segments {
  readonly #open = new Map<object | string, Segment>();
  readonly #reporter: Reporter;
  readonly #guard: Guard;
  #timer: NodeJS.Timeout | undefined;

  constructor(reporter: Reporter, guard: Guard) {
    this.#reporter = reporter;
    this.#guard = guard;
  }

  emit(owner: SegmentOwner, at: HrTime, event: Facts): void {
    const segment = this.#open.get(owner.key) ?? this.#begin(owner, at);
    segment.span.addEvent(FACT_STREAM_EMIT, toAttributes(event), at);
    segment.events += 1;
    segment.last = laterOf(segment.last, at);
    if (segment.events >= SEGMENT_MAX_EVENTS) this.#end(owner.key, segment);
  }

  /** Sends what is held. */
  flush(): void {
    for (const [key, segment] of this.#open) this.#end(key, segment);
  }

  #begin(owner: SegmentOwner, at: HrTime): Segment {
    if (this.#open.size >= MAX_OPEN) this.flush();
    const span = this.#reporter.start(SPAN_STREAM_SEGMENT, at, ROOT_CONTEXT);
    span.setAttributes(toAttributes(...owner.facts()));
    const segment = { span, events: 0, last: at };
    this.#open.set(owner.key, segment);
    this.#timer ??= setTimeout(() => this.#tick(), SEGMENT_FLUSH_MS).unref();
    return segment;
  }

  #tick(): void {
    this.#timer = undefined;
    this.#guard.do('flush', () => this.flush());
  }

  #end(key: object | string, segment: Segment): void {
    this.#open.delete(key);
    segment.span.end(segment.last);
    if (this.#open.size === 0 && this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }
}
