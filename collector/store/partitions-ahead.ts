import { dayOf, type Partitions } from '#db/partitions.ts';
import { fromEpochMs } from '#domain/brand.ts';
import { errorCode } from '../error-code.ts';

export interface AheadOptions {
  readonly partitions: Partitions;
  readonly clock: () => number;
  readonly log: { warn(data: object, message: string): void };
}

/** Today, tomorrow (which senders may be in already) and a day more, so that midnight finds its partition. */
const DAYS_AHEAD = 2;
const EVERY_MS = 3_600_000;

/** Makes the partitions of the days to come now and every hour; those of other days are made on demand. */
export async function keepPartitionsAhead(options: AheadOptions): Promise<{ stop(): void }> {
  const make = async () => {
    const today = dayOf(fromEpochMs(options.clock()));
    await options.partitions.ensure(Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => today + index));
  };
  await make();
  const timer = setInterval(() => {
    make().catch((error) => options.log.warn({ code: errorCode(error) }, 'partitions could not be made'));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
