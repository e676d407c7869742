import type { Json } from '../api-types.ts';
import type { Attempt } from '../judgement.ts';
import { GIVEN_INFO } from './answers.ts';

type Came = Pick<Json<Attempt>, 'checks' | 'given' | 'lastEventId'>;

/** Whether the client named no event at all. An id that is kept back was a cursor all the same: the check asks for it. */
const cameWithoutCursor = ({ checks, lastEventId }: Came): boolean =>
  lastEventId === undefined &&
  checks.some(({ check, result }) => check === 'cursor_resolved' && result === 'not_applicable');

/** How a client came whose cursor's id is not known. */
export const withoutIdText = (attempt: Came): string =>
  cameWithoutCursor(attempt) ? 'without a cursor' : 'with a cursor whose id was not reported';

/** What the client was given. Without a cursor nothing claims to go on: what the client lacks is the word that it is new. */
export const givenText = (attempt: Came): string =>
  attempt.given === 'claim' && cameWithoutCursor(attempt)
    ? 'a stream with no word that it is new'
    : GIVEN_INFO[attempt.given];
