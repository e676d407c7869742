import { Term } from '#components/ui/Term.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { Json } from '#domain/api-types.ts';
import type { Incarnation } from '#domain/judgement.ts';
import { CLOSE_REASON_INFO, SESSION_ORIGIN_INFO } from '#domain/words-info/answers.ts';
import { DetailList } from './DetailList.tsx';

type LifeJson = Json<Incarnation>;

/** One life of the session: how it began and how it ended. */
export function LifePanel({ life }: { readonly life: LifeJson }) {
  return (
    <>
      <p className="text-sm text-muted">
        <Term name="Incarnation" />
      </p>
      <h2 className="font-mono text-base font-[620] [overflow-wrap:anywhere]">{life.id}</h2>
      <p className="mt-1">{sentenceOf(life)}</p>
      <DetailList rows={rowsOf(life)} />
    </>
  );
}

function sentenceOf(life: LifeJson): string {
  const begun = life.origin === undefined ? 'It began' : `It was ${SESSION_ORIGIN_INFO[life.origin]}`;
  const ended = life.closeReason === undefined ? '' : ` and ended: ${CLOSE_REASON_INFO[life.closeReason]}`;
  const source = life.derived ? ' Nobody attests this life; it was worked out from what was seen.' : '';
  return `${begun}${ended}.${source}`;
}

function rowsOf(life: LifeJson) {
  const candidates: readonly (readonly [string, React.ReactNode])[] = [
    ['From', <Time key="from" iso={life.at} form="clock" />],
    ['To', life.end === undefined ? 'end not reported' : <Time key="to" iso={life.end} form="clock" />],
    ['Service', life.service],
    ['Instance', life.instance],
  ];
  return candidates.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}
