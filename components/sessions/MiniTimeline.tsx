import { Mark } from '#components/ui/Mark.tsx';
import type { SessionRow } from '#domain/api-types.ts';
import { isoMs } from '#domain/timeline/range.ts';
import { VERDICTS } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

type MiniSession = Pick<SessionRow, 'firstSeen' | 'lastSeen' | 'lives' | 'marks'>;

/** A session in one strip: its lives as bars, its reconnects as marks, the worst drawn last. */
export function MiniTimeline({ session }: { readonly session: MiniSession }) {
  const from = isoMs(session.firstSeen);
  const length = Math.max(isoMs(session.lastSeen) - from, 1);
  const at = (iso: string) => `${2 + ((isoMs(iso) - from) / length) * 96}%`;
  // Where nothing was owed there is nothing to see, and such a mark would only cover one that says something.
  const shown = session.marks.filter((mark) => mark.verdict !== 'not_applicable');
  const marks = [...shown].sort((a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict));
  return (
    <svg width="100%" height="22" aria-hidden="true" className="block">
      <line x1="0" x2="100%" y1="11" y2="11" stroke="var(--line)" />
      {session.lives.map((life, index) => {
        const start = 2 + ((isoMs(life.at) - from) / length) * 96;
        const end = life.end === null ? 98 : 2 + ((isoMs(life.end) - from) / length) * 96;
        return (
          <rect
            key={`${life.at} ${life.end ?? ''}`}
            x={`${start}%`}
            width={`${Math.max(end - start, 0.6)}%`}
            y="4"
            height="14"
            rx="3"
            fill={index % 2 === 0 ? 'var(--life-a)' : 'var(--life-b)'}
          />
        );
      })}
      {marks.map((mark) => {
        const info = VERDICT_INFO[mark.verdict];
        return (
          <svg
            key={`${mark.at} ${mark.verdict}`}
            x={at(mark.at)}
            y="11"
            overflow="visible"
            aria-hidden="true"
          >
            <g style={{ color: `var(--${info.colour})` }}>
              <Mark shape={info.shape} radius={mark.verdict === 'continuous' ? 4.6 : 5.6} />
            </g>
          </svg>
        );
      })}
    </svg>
  );
}
