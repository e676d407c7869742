import type { Json } from '#domain/api-types.ts';
import type { Finding } from '#domain/judgement.ts';

/** The name under which a `resync` finding says, once for each gap, how many events were given up. */
const GIVEN_UP = 'events_given_up';

/** How many events declared gaps cost; 0 for every other finding and where the number is not known. */
export function eventsGivenUp(finding: Pick<Json<Finding>, 'kind' | 'evidence'>): number {
  if (finding.kind !== 'resync') return 0;
  return finding.evidence
    .filter(({ name }) => name === GIVEN_UP)
    .map(({ value }) => Number(value))
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .reduce((sum, number) => sum + number, 0);
}
