import { Time } from '#components/ui/Time.tsx';
import { VerdictTag } from '#components/verdict/VerdictTag.tsx';
import type { SessionDetail } from '#domain/api-types.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import { DELIVERY_INFO, SESSION_ANSWER_INFO } from '#domain/words-info/answers.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';

interface SessionTableProps {
  readonly session: SessionDetail;
  readonly hrefOf: (target: Target) => string;
}

const HEAD = 'px-3 py-1.5 text-left text-[12.5px] font-normal text-muted';
const CELL = 'px-3 py-1.5 align-baseline';

/** The same data as a table: attempts, then executions. */
export function SessionTable({ session, hrefOf }: SessionTableProps) {
  return (
    <div className="space-y-3.5">
      <div className="card overflow-x-auto">
        <table className="w-full min-w-[640px]">
          <caption className="sr-only">Reconnects in time order</caption>
          <thead>
            <tr>
              {['Reconnect', 'Cursor', 'Session', 'Resumption', 'Why', 'Delivery'].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {session.attempts.map((attempt) => (
              <tr key={attempt.id} className="border-t border-line">
                <td className={CELL}>
                  <a
                    href={hrefOf({ kind: 'attempt', id: attempt.id })}
                    className="underline hover:text-focus"
                  >
                    <Time iso={attempt.at} form="clock" />
                  </a>
                </td>
                <td className={`${CELL} font-mono text-xs [overflow-wrap:anywhere]`}>
                  {attempt.lastEventId ?? '–'}
                </td>
                <td className={CELL}>{SESSION_ANSWER_INFO[attempt.session]}</td>
                <td className={CELL}>
                  <VerdictTag verdict={attempt.verdict} />
                </td>
                <td className={CELL}>
                  {attempt.reasons.map((reason) => REASON_INFO[reason].title).join(', ') || '–'}
                </td>
                <td className={CELL}>{DELIVERY_INFO[attempt.delivery].word}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="card overflow-x-auto">
        <table className="w-full min-w-[640px]">
          <caption className="sr-only">Executions in time order</caption>
          <thead>
            <tr>
              {['Execution', 'Tool', 'Request', 'Arguments', 'Incarnation', 'Result seen'].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {session.executions.map((run) => (
              <tr key={run.id} className="border-t border-line">
                <td className={CELL}>
                  <a href={hrefOf({ kind: 'run', id: run.id })} className="underline hover:text-focus">
                    <Time iso={run.at} form="clock" />
                  </a>
                </td>
                <td className={CELL}>{run.tool ?? '–'}</td>
                <td className={`${CELL} font-mono text-xs`}>{run.requestId ?? '–'}</td>
                <td className={`${CELL} font-mono text-xs`}>{run.argumentsDigest?.slice(0, 10) ?? '–'}</td>
                <td className={`${CELL} font-mono text-xs`}>{run.incarnation ?? '–'}</td>
                <td className={CELL}>
                  {run.deliveredAt === undefined ? 'not seen' : <Time iso={run.deliveredAt} form="clock" />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
