'use client';

import { Time } from '#components/ui/Time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { SummaryAnswer } from '#domain/api-types.ts';

type ServiceFigures = SummaryAnswer['services'][number];

/** Heartbeats come every minute (telemetry.md section 1): after five without any, a service is silent. */
const SILENT_AFTER_MS = 300_000;

/** When each service was last heard: no data is not the same as no resumptions. */
export function Silence({ services }: { readonly services: readonly ServiceFigures[] }) {
  const now = useNow();
  return (
    <ul>
      {services.map((each) => {
        const heard = lastHeard(each);
        const silent = heard === null || (now !== undefined && now - Date.parse(heard) > SILENT_AFTER_MS);
        return (
          <li
            key={each.service}
            className="flex items-baseline gap-2.5 border-t border-line px-1 py-1.5 first:border-t-0"
          >
            <span
              aria-hidden="true"
              className={`size-2 shrink-0 translate-y-[-1px] rounded-full ${silent ? 'border border-muted' : 'bg-continuous'}`}
            />
            <span className="truncate">{each.service}</span>
            <span className="ml-auto text-[12.5px] whitespace-nowrap text-muted">
              {silent ? 'silent, last heard ' : 'heard '}
              {heard === null ? 'never' : <Time iso={heard} form="ago" />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function lastHeard(each: ServiceFigures): string | null {
  const times = [each.lastFactAt, each.lastHeartbeatAt].filter((at) => at !== null);
  return times.sort().at(-1) ?? null;
}
