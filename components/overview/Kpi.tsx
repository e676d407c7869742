import Link from 'next/link';
import type { ReactNode } from 'react';

interface KpiProps {
  readonly title: string;
  readonly value: string;
  /** Where what was counted is listed. */
  readonly href: string;
  readonly colour?: string | undefined;
  /** The number never stands alone: counts, interval, what it means. */
  readonly children: ReactNode;
}

export function Kpi({ title, value, href, colour, children }: KpiProps) {
  return (
    <section
      className="card min-w-0 px-3.5 py-3 [overflow-wrap:anywhere] sm:px-4 sm:py-3.5"
      aria-label={title}
    >
      <h2 className="text-sm font-normal text-muted">{title}</h2>
      <p
        className="text-[24px] sm:text-[28px] leading-tight font-[620] tracking-tight"
        style={colour ? { color: `var(--${colour})` } : undefined}
      >
        <Link href={href} className="hover:underline">
          {value}
        </Link>
      </p>
      <p className="text-[12.5px] text-muted">{children}</p>
    </section>
  );
}
