import Link from 'next/link';
import type { ButtonHTMLAttributes } from 'react';

const BASE =
  'inline-flex items-center gap-1.5 rounded-[7px] border px-2.5 py-1 text-sm whitespace-nowrap transition-colors disabled:opacity-50 disabled:cursor-default';
const QUIET = 'border-line bg-card text-ink hover:border-strong-line hover:bg-soft';
const STRONG = 'border-ink bg-ink text-paper hover:opacity-90';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly strong?: boolean;
}

export function Button({ strong = false, className = '', ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={`${BASE} ${strong ? STRONG : QUIET} ${className}`} />;
}

interface LinkButtonProps {
  readonly href: string;
  readonly strong?: boolean;
  readonly children: React.ReactNode;
  readonly label?: string;
}

/** Looks like a button, goes somewhere. */
export function LinkButton({ href, strong = false, children, label }: LinkButtonProps) {
  const className = `${BASE} ${strong ? STRONG : QUIET}`;
  // What another tool or the API answers is no page of ours: the router must not fetch it.
  if (href.startsWith('http') || href.startsWith('/api/')) {
    return (
      <a href={href} aria-label={label} className={className} rel="noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link href={href} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
