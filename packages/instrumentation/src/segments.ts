import { type HrTime, ROOT_CONTEXT, type Span } from '@opentelemetry/api';
import {
  ATTR_MCP_SESSION_ID,
  ATTR_SEAMARK_SESSION_INCARNATION,
  FACT_STREAM_EMIT,
  SEGMENT_FLUSH_MS,
  SEGMENT_MAX_EVENTS,
  SPAN_STREAM_SEGMENT,
} from '@seamark/semconv';
import { type Facts, toAttributes } from './attributes.ts';
import { laterOf } from './clock.ts';
import type { Guard } from './guard.ts';
import type { Reporter } from './reporter.ts';

/** Whose emissions a segment holds. The incarnation is the events' own, which a replay may take from another life. */
export interface SegmentOwner {
  readonly identity: Facts;
  readonly streamId: string | undefined;
  readonly incarnation: string | undefined;
  readonly stream: Facts;
}

interface Segment {
  readonly span: Span;
  events: number;
  last: HrTime;
}

const MAX_OPEN = 4_096;

/** Batches emissions as span events, so that neither each costs a span nor any waits for a long stream to end. */
export class Segments {
  readonly #open = new Map<string, Segment>();
  readonly #reporter: Reporter;
  readonly #guard: Guard;
  #timer: NodeJS.Timeout | undefined;

  constructor(reporter: Reporter, guard: Guard) {
    this.#reporter = reporter;
    this.#guard = guard;
  }

  emit(owner: SegmentOwner, at: HrTime, event: Facts): void {
    const key = `${owner.identity[ATTR_MCP_SESSION_ID] ?? ''}\n${owner.incarnation ?? ''}\n${owner.streamId ?? ''}`;
    const segment = this.#open.get(key) ?? this.#begin(key, owner, at);
    segment.span.addEvent(FACT_STREAM_EMIT, toAttributes(event), at);
    segment.events += 1;
    segment.last = laterOf(segment.last, at);
    if (segment.events >= SEGMENT_MAX_EVENTS) this.#end(key, segment);
  }

  /** Sends what is held. */
  flush(): void {
    for (const [key, segment] of this.#open) this.#end(key, segment);
  }

  #begin(key: string, owner: SegmentOwner, at: HrTime): Segment {
    if (this.#open.size >= MAX_OPEN) this.flush();
    const span = this.#reporter.start(SPAN_STREAM_SEGMENT, at, ROOT_CONTEXT);
    span.setAttributes(
      toAttributes(owner.identity, { [ATTR_SEAMARK_SESSION_INCARNATION]: owner.incarnation }, owner.stream),
    );
    const segment = { span, events: 0, last: at };
    this.#open.set(key, segment);
    this.#timer ??= setTimeout(() => this.#tick(), SEGMENT_FLUSH_MS).unref();
    return segment;
  }

  #tick(): void {
    this.#timer = undefined;
    this.#guard.do('flush', () => this.flush());
  }

  #end(key: string, segment: Segment): void {
    this.#open.delete(key);
    segment.span.end(segment.last);
    if (this.#open.size === 0 && this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }
}
