import Link from 'next/link';
import type { ReactNode } from 'react';

interface Figure {
  readonly title: string;
  readonly value: string;
  /** Where what was counted is listed. */
  readonly href: string;
}

interface KpiProps extends Figure {
  readonly colour?: string | undefined;
  /** The number never stands alone: counts, interval, what it means. */
  readonly children: ReactNode;
}

export function Kpi({ title, value, href, colour, children }: KpiProps) {
  return (
    <KpiCard title={title} note={children}>
      <Link
        href={href}
        className="hover:underline"
        style={colour ? { color: `var(--${colour})` } : undefined}
      >
        {value}
      </Link>
    </KpiCard>
  );
}

interface KpiPairProps {
  readonly first: Figure;
  readonly second: Figure;
  readonly children: ReactNode;
}

/** Two figures that are read together; each leads to what it counts. */
export function KpiPair({ first, second, children }: KpiPairProps) {
  return (
    <KpiCard title={`${first.title} · ${second.title.toLowerCase()}`} note={children}>
      {[first, second].map((figure, index) => (
        <span key={figure.href}>
          {index === 0 ? '' : ' · '}
          <Link
            href={figure.href}
            aria-label={`${figure.title}: ${figure.value}`}
            className="hover:underline"
          >
            {figure.value}
          </Link>
        </span>
      ))}
    </KpiCard>
  );
}

interface KpiCardProps {
  readonly title: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function KpiCard({ title, note, children }: KpiCardProps) {
  return (
    <section
      className="card min-w-0 px-3.5 py-3 [overflow-wrap:anywhere] sm:px-4 sm:py-3.5"
      aria-label={title}
    >
      <h2 className="text-sm font-normal text-muted">{title}</h2>
      <p className="text-[24px] sm:text-[28px] leading-tight font-[620] tracking-tight">{children}</p>
      <p className="text-[12.5px] text-muted">{note}</p>
    </section>
  );
}
