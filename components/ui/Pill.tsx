import type { ReactNode } from 'react';

/** A small fact in a rounded frame. */
export function Pill({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-line bg-card px-2.5 py-0.5 text-sm whitespace-nowrap">
      {children}
    </span>
  );
}
