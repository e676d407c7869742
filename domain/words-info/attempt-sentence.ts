import type { Json } from '../api-types.ts';
import { assertUnreachable } from '../assert-unreachable.ts';
import type { Attempt } from '../judgement.ts';
import type { Reason } from '../words.ts';
import { REASON_INFO } from './reasons.ts';
import { VERDICT_INFO } from './verdicts.ts';

/** What a sentence about an attempt needs to know. */
export type SpokenAttempt = Pick<
  Json<Attempt>,
  'verdict' | 'reasons' | 'notes' | 'missing' | 'status' | 'replayedCount'
>;

/** One sentence in plain words: what happened when this client came back. */
export function attemptSentence(attempt: SpokenAttempt): string {
  const reason = attempt.reasons[0];
  switch (attempt.verdict) {
    case 'fabricated':
      return reason ? REASON_INFO[reason].fabricated : VERDICT_INFO.fabricated.sentence;
    case 'misrefused':
      return misrefusedSentence(attempt, reason);
    case 'resynced':
      return reason
        ? `The server declared a gap before it went on: ${REASON_INFO[reason].fact}.`
        : 'The server declared a gap although everything was still there.';
    case 'refused':
      return reason
        ? `The server refused and said so${withStatus(attempt)}: ${REASON_INFO[reason].fact}.`
        : `The server refused and said so${withStatus(attempt)}.`;
    case 'new_stream':
      return reason
        ? `The server opened a new stream and marked it as new: ${REASON_INFO[reason].fact}.`
        : VERDICT_INFO.new_stream.sentence;
    case 'indeterminate':
      return indeterminateSentence(attempt.missing);
    case 'continuous':
      return continuousSentence(attempt);
    case 'not_applicable':
      return VERDICT_INFO.not_applicable.sentence;
    default:
      return assertUnreachable(attempt.verdict);
  }
}

function withStatus(attempt: SpokenAttempt): string {
  return attempt.status === undefined ? '' : ` (${attempt.status})`;
}

function misrefusedSentence(attempt: SpokenAttempt, reason: Reason | undefined): string {
  const other = attempt.reasons.find((each) => each !== 'wrong_status' && each !== 'needless');
  if (reason === 'wrong_status') {
    const because = other ? `: ${REASON_INFO[other].fact}` : '';
    return `The server refused with a status${withStatus(attempt)} that tells the client something else${because}.`;
  }
  return `The server turned away a reconnect${withStatus(attempt)} that it could have served.`;
}

function indeterminateSentence(missing: readonly string[]): string {
  if (missing.length === 0) return VERDICT_INFO.indeterminate.sentence;
  const [first, ...rest] = missing;
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return `This cannot be judged: ${first}${others} ${rest.length === 0 ? 'was' : 'were'} not reported.`;
}

function continuousSentence(attempt: SpokenAttempt): string {
  if (attempt.replayedCount === 0) return 'The client had missed nothing, and the stream went on from there.';
  if (attempt.reasons.includes('redelivery')) {
    return 'The stream went on without a hole; some events were sent again.';
  }
  const count = attempt.replayedCount;
  if (count === undefined) return VERDICT_INFO.continuous.sentence;
  return `The stream went on exactly where the client had left it: ${count} ${count === 1 ? 'event' : 'events'} replayed.`;
}
