'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

const PAGES = [
  { href: '/', label: 'Overview' },
  { href: '/sessions', label: 'Sessions' },
  { href: '/findings', label: 'Findings' },
  { href: '/setup', label: 'Set-up' },
] as const;

/** The bar at the top: where one is, and what stands at its right end. */
export function NavBar({ children }: { readonly children: ReactNode }) {
  const path = usePathname();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-card">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2 sm:px-6">
        <Link href="/" className="flex items-center gap-2 font-[650] tracking-tight">
          <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
            <path
              d="M2 20h9l3-5 3.5 9 3-5.5H30"
              fill="none"
              stroke="var(--continuous)"
              strokeWidth="2.6"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            <path d="M16 3l4.6 2.7v5.4L16 13.8l-4.6-2.7V5.7z" fill="var(--fabricated)" />
          </svg>
          Seamark
        </Link>
        <nav aria-label="Pages" className="order-last flex w-full gap-4 sm:order-none sm:w-auto">
          {PAGES.map((page) => {
            const here = page.href === '/' ? path === '/' : path.startsWith(page.href);
            return (
              <Link
                key={page.href}
                href={page.href}
                aria-current={here ? 'page' : undefined}
                className={here ? 'font-[560] text-ink' : 'text-muted hover:text-ink'}
              >
                {page.label}
              </Link>
            );
          })}
        </nav>
        <div className="ml-auto flex items-center gap-3 text-muted">{children}</div>
      </div>
    </header>
  );
}
