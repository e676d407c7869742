import type { Json } from '#domain/api-types.ts';
import type { Attempt } from '#domain/judgement.ts';
import { DELIVERY_INFO, SESSION_ANSWER_INFO } from '#domain/words-info/answers.ts';
import { VerdictTag } from './VerdictTag.tsx';

type Answered = Pick<Json<Attempt>, 'session' | 'verdict' | 'delivery'>;

/** Session, resumption, delivery: three answers, never merged into one (domain.md section 3). */
export function ThreeAnswers({ attempt }: { readonly attempt: Answered }) {
  const delivery = DELIVERY_INFO[attempt.delivery];
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
        <span className="font-[560]">{delivery.word}</span>
        <span className="block text-sm text-muted">{delivery.sentence}</span>
      </dd>
    </dl>
  );
}
