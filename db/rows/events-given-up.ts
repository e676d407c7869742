import type { Json } from '#domain/api-types.ts';
import type { Finding } from '#domain/judgement.ts';

/** The name under which a `resync` finding says how many events it gave up. */
export const GIVEN_UP = 'events given up';

/** How many events a declared gap cost; 0 for every other finding and where the number is not known. */
export function eventsGivenUp(finding: Pick<Json<Finding>, 'kind' | 'evidence'>): number {
  if (finding.kind !== 'resync') return 0;
  const said = finding.evidence.find((evidence) => evidence.name === GIVEN_UP)?.value;
  const number = Number(said);
  return said !== undefined && Number.isSafeInteger(number) && number > 0 ? number : 0;
}
