import type { Json } from '../api-types.ts';
import type { Attempt } from '../judgement.ts';
import { DELIVERY_INFO, GIVEN_INFO, OWED_INFO } from './answers.ts';

type Told = Pick<
  Json<Attempt>,
  'checks' | 'given' | 'owed' | 'owedRange' | 'lastEventId' | 'verdict' | 'delivery'
>;

/** Whether the client named no event at all. An id that is kept back was a cursor all the same: the check asks for it. */
const cameWithoutCursor = ({ checks, lastEventId }: Pick<Told, 'checks' | 'lastEventId'>): boolean =>
  lastEventId === undefined &&
  checks.some(({ check, result }) => check === 'cursor_resolved' && result === 'not_applicable');

/** How a client came whose cursor's id is not known. */
export const withoutIdText = (attempt: Pick<Told, 'checks' | 'lastEventId'>): string =>
  cameWithoutCursor(attempt) ? 'without a cursor' : 'with a cursor whose id was not reported';

/**
 * What the client was given. Without a cursor nothing claims to go on: what the client lacks is the word that it is new. And
 * what went on is no mere claim.
 */
export function givenText(attempt: Told): string {
  if (attempt.given !== 'claim') return GIVEN_INFO[attempt.given];
  if (cameWithoutCursor(attempt)) return 'a stream with no word that it is new';
  return attempt.verdict === 'continuous' ? 'a stream that goes on' : GIVEN_INFO.claim;
}

/** What the server owed, down to the events where they are known; nothing where it cannot be told. */
export function owedText({ owed, owedRange }: Told): string | undefined {
  if (owed === 'unknown') return undefined;
  const [after, upTo] = owedRange ?? [];
  if (after === undefined || upTo === undefined) return OWED_INFO[owed];
  if (after >= upTo) return `${OWED_INFO[owed]} of nothing`;
  return after + 1 === upTo
    ? `${OWED_INFO[owed]} of event ${upTo}`
    : `${OWED_INFO[owed]} of events ${after + 1} to ${upTo}`;
}

/** What became of the events. Only who was refused was turned away. */
export const deliveryText = ({ delivery, given }: Pick<Told, 'delivery' | 'given'>): string =>
  delivery === 'unresolved' && given !== 'refusal'
    ? 'events were still owed on the old stream'
    : DELIVERY_INFO[delivery].sentence;
