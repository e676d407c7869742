import type { UnixNanos } from '../brand.ts';
import { isContent, type Sighting, sightingOf } from '../history/sightings.ts';
import type { Deliveries } from './deliveries.ts';
import type { SessionLog } from './session-log.ts';
import type { LoggedEvent } from './stream-log.ts';

interface Delayed {
  readonly sighting: Sighting;
  readonly at: UnixNanos;
  readonly deliveredAt: UnixNanos | undefined;
}

function delayOf(event: LoggedEvent, deliveries: Deliveries): Delayed | undefined {
  const [seen] = [...event.emissions, ...event.receipts];
  const deliveredAt = deliveries.of(event)[0]?.at;
  if (!seen || !isContent(event.kind) || (deliveredAt !== undefined && deliveredAt <= event.at))
    return undefined;
  return { sighting: sightingOf(seen), at: event.at, deliveredAt };
}

/** Events that were issued and did not reach anybody at once: what waits for a client to come back. */
export class Waiting {
  readonly #log: SessionLog;
  readonly #deliveries: Deliveries;
  readonly #byStream = new Map<string, readonly Delayed[]>();

  constructor(log: SessionLog, deliveries: Deliveries) {
    this.#log = log;
    this.#deliveries = deliveries;
  }

  #delayed(streamId: string): readonly Delayed[] {
    const known = this.#byStream.get(streamId);
    if (known) return known;
    const events = (this.#log.streamsById.get(streamId) ?? []).flatMap((stream) => stream.events);
    const delayed = events.flatMap((event) => delayOf(event, this.#deliveries) ?? []);
    this.#byStream.set(streamId, delayed);
    return delayed;
  }

  /** Content events of a stream that were issued before a time and never reached anybody. */
  never(streamId: string, before: UnixNanos): readonly Sighting[] {
    return this.#delayed(streamId)
      .filter(({ at, deliveredAt }) => at < before && deliveredAt === undefined)
      .map(({ sighting }) => sighting);
  }

  /** Content events of a stream that were issued before a time and had not been delivered by then. */
  on(streamId: string, end: UnixNanos): readonly Sighting[] {
    return this.#delayed(streamId)
      .filter(({ at, deliveredAt }) => at < end && (deliveredAt === undefined || deliveredAt > end))
      .map(({ sighting }) => sighting);
  }
}
