import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  /** What to do next; an empty state always says it. */
  readonly children: ReactNode;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="card mx-auto my-10 max-w-xl px-8 py-10 text-center">
      <svg width="96" height="36" viewBox="0 0 96 36" aria-hidden="true" className="mx-auto mb-4 text-muted">
        <path
          d="M4 26h24l6-10 9 18 7-12"
          fill="none"
          stroke="var(--continuous)"
          strokeWidth="2.4"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <path
          d="M54 22h38"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="2 5"
          strokeLinecap="round"
        />
      </svg>
      <h2 className="mb-1.5 text-base">{title}</h2>
      <div className="space-y-3 text-muted">{children}</div>
    </div>
  );
}
