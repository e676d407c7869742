import Link from 'next/link';
import { countText } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import type { SummaryAnswer } from '#domain/api-types.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

/** Why reconnects did not simply go on: the reasons by count, each with its page. */
export function TopReasons({ reasons }: { readonly reasons: SummaryAnswer['reasons'] }) {
  const most = Math.max(...reasons.map((each) => each.count), 1);
  if (reasons.length === 0) return <p className="text-muted">Nothing stood in the way of a reconnect.</p>;
  return (
    <ul>
      {reasons.map((each) => {
        const info = VERDICT_INFO[each.verdict];
        return (
          <li key={`${each.verdict} ${each.reason}`} className="border-t border-line first:border-t-0">
            <Link
              href={`/sessions?verdict=${each.verdict}&reason=${each.reason}`}
              className="grid grid-cols-[20px_1fr_64px_36px] items-center gap-2 rounded-md px-1 py-1.5 hover:bg-soft"
              title={REASON_INFO[each.reason].fact}
            >
              <ShapeIcon shape={info.shape} colour={info.colour} />
              <span className="truncate">
                {REASON_INFO[each.reason].title}{' '}
                <span className="text-[12.5px] text-muted">{info.short}</span>
              </span>
              <span className="h-1.5 rounded-full bg-soft" aria-hidden="true">
                <span
                  className="block h-full rounded-full"
                  style={{ width: `${(each.count / most) * 100}%`, background: `var(--${info.colour})` }}
                />
              </span>
              <span className="text-right">{countText(each.count)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
