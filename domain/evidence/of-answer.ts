import type { AttemptViews } from '../attempts/views.ts';
import type { ResumptionFact } from '../facts.ts';
import type { Given } from '../words.ts';
import type { AnswerEvidence } from './dossier.ts';
import { attested, type Known } from './known.ts';

type Field = keyof ResumptionFact;

/** What was given: the client's word governs, then the proxy's, then the server's (domain.md section 4). */
export function givenField<K extends Field>(
  views: AttemptViews,
  field: K,
): Known<NonNullable<ResumptionFact[K]>> | undefined {
  return firstOf([views.client, views.proxy, views.server], field);
}

/** What was decided: the server knows best, then the proxy, then the client. */
export function decidedField<K extends Field>(
  views: AttemptViews,
  field: K,
): Known<NonNullable<ResumptionFact[K]>> | undefined {
  return firstOf([views.server, views.proxy, views.client], field);
}

/** Fields in which `unknown` is itself an answer, not a value that could not be read. */
const UNKNOWN_SAYS_SOMETHING: ReadonlySet<Field> = new Set<Field>(['cursorState', 'token']);

function firstOf<K extends Field>(
  order: readonly (ResumptionFact | undefined)[],
  field: K,
): Known<NonNullable<ResumptionFact[K]>> | undefined {
  for (const view of order) {
    const value = view?.[field] ?? undefined;
    if (value !== undefined && (value !== 'unknown' || UNKNOWN_SAYS_SOMETHING.has(field)))
      return attested(view, value);
  }
  return undefined;
}

/** `complete` is the default when the outcome is `replayed`; else nobody said that the count is final. */
function hasEnded(views: AttemptViews): boolean | undefined {
  const state = givenField(views, 'replayState')?.value;
  if (state !== undefined) return state === 'complete';
  return decidedField(views, 'outcome')?.value === 'replayed' ? true : undefined;
}

/** The answer as the client got it. */
export function answerOf(views: AttemptViews): AnswerEvidence {
  return {
    status: givenField(views, 'status'),
    kind: givenField(views, 'responseKind'),
    marker: givenField(views, 'marker'),
    outcome: decidedField(views, 'outcome'),
    errorCode: givenField(views, 'errorCode'),
    retryAfterS: givenField(views, 'retryAfterS'),
    streamEcho: givenField(views, 'streamEcho'),
    count: givenField(views, 'replayedCount'),
    ended: hasEnded(views),
    earliest: givenField(views, 'resyncEarliest'),
    unrecoverable: givenField(views, 'resyncUnrecoverable'),
  };
}

/** What the client was given (domain.md section 5), worked out from status, marker and first event. */
export function givenOf(answer: AnswerEvidence): Given {
  const kind = answer.kind?.value;
  if (kind === 'json' || kind === 'empty') return 'refusal';
  const status = answer.status?.value;
  if (status === undefined) return 'nothing_known';
  // 204 and 205 have no body, so no stream either.
  if (status < 200 || status > 299 || status === 204 || status === 205) return 'refusal';
  switch (answer.marker?.value) {
    case 'resync':
      return 'resync';
    case 'new_stream':
      return 'marked_new';
    case 'resumed':
    case 'none':
      return 'claim';
    default:
      return givenWithoutMarker(answer);
  }
}

function givenWithoutMarker(answer: AnswerEvidence): Given {
  if (answer.earliest !== undefined || answer.unrecoverable !== undefined) return 'resync';
  const outcome = answer.outcome?.value;
  return outcome === 'new_stream' || outcome === 'resynced' ? 'nothing_known' : 'claim';
}
