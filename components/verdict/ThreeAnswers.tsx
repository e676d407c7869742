import type { Json } from '#domain/api-types.ts';
import type { Attempt } from '#domain/judgement.ts';
import { DELIVERY_INFO, SESSION_ANSWER_INFO } from '#domain/words-info/answers.ts';
import { deliveryText } from '#domain/words-info/attempt-words.ts';
import { VerdictTag } from './VerdictTag.tsx';

type Answered = Pick<Json<Attempt>, 'session' | 'verdict' | 'delivery' | 'given'>;

/** Session, resumption, delivery: three answers, never merged into one (domain.md section 3). */
export function ThreeAnswers({ attempt }: { readonly attempt: Answered }) {
  return (
    <dl className="my-3 grid grid-cols-[92px_1fr] gap-x-2.5 gap-y-2">
      <dt className="text-muted">Session</dt>
      <dd className="font-[560]">{SESSION_ANSWER_INFO[attempt.session]}</dd>
      <dt className="text-muted">Resumption</dt>
      <dd>
        <VerdictTag verdict={attempt.verdict} />
      </dd>
      <dt className="text-muted">Delivery</dt>
      <dd>
        <span className="font-[560]">{DELIVERY_INFO[attempt.delivery].word}</span>
        <span className="block text-sm text-muted">{deliveryText(attempt)}</span>
      </dd>
    </dl>
  );
}
