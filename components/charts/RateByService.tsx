import { countText, intervalText, percentText } from '#components/ui/numbers.ts';
import type { SummaryAnswer } from '#domain/api-types.ts';

type ServiceFigures = SummaryAnswer['services'][number];

interface RateByServiceProps {
  readonly services: readonly ServiceFigures[];
  readonly onService: (service: string) => void;
}

/** Fewer than this judged is too few to call it a rate: the point is hollow (design: interface.md section 4). */
export const ENOUGH_JUDGED = 20;

/** Each service's rate as a point on its 95 % interval, all on one scale. */
export function RateByService({ services, onService }: RateByServiceProps) {
  const worst = [...services].sort((a, b) => (b.low ?? -1) - (a.low ?? -1) || b.judged - a.judged);
  const scaleTop = niceTop(
    Math.max(...services.map((each) => (each.judged >= ENOUGH_JUDGED ? each.high : each.rate) ?? 0), 0.02),
  );
  return (
    <ul>
      {worst.map((each) => (
        <li key={each.service}>
          <button
            type="button"
            onClick={() => onService(each.service)}
            className="grid w-full grid-cols-[minmax(84px,128px)_1fr_92px] items-center gap-3 rounded-md px-1 py-1.5 text-left hover:bg-soft"
            title={titleOf(each)}
          >
            <span className="truncate">{each.service}</span>
            <Interval figures={each} top={scaleTop} />
            <span className="text-right text-[12.5px] text-muted">{rateText(each)}</span>
          </button>
        </li>
      ))}
      <li
        className="grid grid-cols-[minmax(84px,128px)_1fr_92px] gap-3 px-1 text-[11px] text-muted"
        aria-hidden="true"
      >
        <span />
        <span className="flex justify-between">
          <span>0 %</span>
          <span>{percentText(scaleTop)}</span>
        </span>
        <span />
      </li>
    </ul>
  );
}

function Interval({ figures, top }: { readonly figures: ServiceFigures; readonly top: number }) {
  const { rate, low, high, judged } = figures;
  if (rate === null || low === null || high === null) {
    return <span className="h-px bg-line" />;
  }
  const at = (share: number) => `${Math.min(share / top, 1) * 100}%`;
  const few = judged < ENOUGH_JUDGED;
  const colour = few ? 'var(--muted)' : figures.fabricated > 0 ? 'var(--fabricated)' : 'var(--refused)';
  return (
    <svg width="100%" height="16" aria-hidden="true" className="overflow-visible">
      <line x1="0" x2="100%" y1="8" y2="8" stroke="var(--line)" />
      <line
        x1={at(low)}
        x2={at(high)}
        y1="8"
        y2="8"
        stroke={few ? 'var(--strong-line)' : colour}
        strokeOpacity={few ? 1 : 0.38}
        strokeWidth="5"
        strokeLinecap="round"
      />
      <circle
        cx={at(rate)}
        cy="8"
        r="5"
        fill={few ? 'var(--card)' : colour}
        stroke={few ? 'var(--muted)' : 'var(--card)'}
        strokeWidth="1.5"
      />
    </svg>
  );
}

function rateText(each: ServiceFigures): string {
  if (each.rate === null) return each.attempts === 0 ? 'no reconnects' : 'none judged';
  if (each.judged < ENOUGH_JUDGED) return `${each.fabricated} of ${each.judged} judged`;
  return `${percentText(each.rate)} of ${countText(each.judged)}`;
}

function titleOf(each: ServiceFigures): string {
  if (each.rate === null || each.low === null || each.high === null)
    return `${each.service}: nothing was judged`;
  const few = each.judged < ENOUGH_JUDGED ? `; too few: ${each.judged} of ${ENOUGH_JUDGED}` : '';
  return `${each.service}: ${each.fabricated} of ${each.judged} judged, ${intervalText(each.low, each.high)} at 95 %${few}`;
}

const NICE_TOPS = [0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 1];
const niceTop = (share: number): number => NICE_TOPS.find((top) => top >= share) ?? 1;
