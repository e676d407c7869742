'use client';

import { agoText, clockSeconds, clockText, dayText, utcText, zoneText } from './time-text.ts';
import { useNow } from './use-now.ts';

interface TimeProps {
  readonly iso: string;
  readonly form: 'ago' | 'clock' | 'seconds' | 'day' | 'zone';
}

/** A time in the reader's zone; its title gives the day, the relative time and UTC. */
export function Time({ iso, form }: TimeProps) {
  const now = useNow();
  if (now === undefined) return <time dateTime={iso}>…</time>;
  const title = `${dayText(iso)} ${clockText(iso)} (${agoText(iso, now)}) · ${utcText(iso)}`;
  return (
    <time dateTime={iso} title={title}>
      {shown(iso, form, now)}
    </time>
  );
}

function shown(iso: string, form: TimeProps['form'], now: number): string {
  switch (form) {
    case 'ago':
      return agoText(iso, now);
    case 'clock':
      return clockText(iso);
    case 'seconds':
      return clockSeconds(iso);
    case 'day':
      return dayText(iso);
    case 'zone':
      return zoneText(iso);
    default:
      return form satisfies never;
  }
}
