import { countText, plural } from '#components/ui/numbers.ts';
import { Time } from '#components/ui/Time.tsx';
import type { Json } from '#domain/api-types.ts';
import type { StreamSummary } from '#domain/judgement.ts';
import { STREAM_ORIGIN_INFO } from '#domain/words-info/answers.ts';
import { DetailList } from './DetailList.tsx';

type StreamJson = Json<StreamSummary>;

/** One stream: its events, its connections and what of it is still retained. */
export function StreamPanel({ stream }: { readonly stream: StreamJson }) {
  return (
    <>
      <p className="text-sm text-muted">
        {stream.origin === undefined ? 'Stream' : STREAM_ORIGIN_INFO[stream.origin]}
      </p>
      <h2 className="font-mono text-base font-[620] [overflow-wrap:anywhere]">{stream.id}</h2>
      <p className="mt-1">
        {plural(stream.events, 'event')} over {plural(stream.connections.length, 'connection')}.
      </p>
      <DetailList rows={rowsOf(stream)} />
      <h3 className="mt-5 mb-1 text-xs font-[560] text-muted">Connections</h3>
      <ul>
        {stream.connections.map((each) => (
          <li key={each.id} className="border-t border-line py-1.5 text-sm">
            <Time iso={each.at} form="clock" /> –{' '}
            {each.end === undefined ? 'end not reported' : <Time iso={each.end} form="clock" />}
            <span className="text-muted">
              {' '}
              · <code className="font-mono text-xs">{each.id}</code>
              {each.reason === undefined ? '' : ` · ${each.reason.replaceAll('_', ' ')}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function rowsOf(stream: StreamJson) {
  const candidates: readonly (readonly [string, React.ReactNode])[] = [
    ['From', <Time key="from" iso={stream.at} form="clock" />],
    ['To', <Time key="to" iso={stream.end} form="clock" />],
    ['Answers', stream.requestId === undefined ? undefined : `request ${stream.requestId}`],
    ['Incarnation', stream.incarnation],
    ['Id sequence', stream.sequence],
    ['Floor', stream.floor === undefined ? undefined : countText(stream.floor)],
    ['High water', stream.highWater === undefined ? undefined : countText(stream.highWater)],
    [
      'Fenced at',
      stream.fencedAt === undefined ? undefined : <Time key="fenced" iso={stream.fencedAt} form="clock" />,
    ],
  ];
  return candidates.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}
