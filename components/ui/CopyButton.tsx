'use client';

import { useState } from 'react';

const SAID_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the button's name. */
  readonly name: string;
}

/** Copies a text that is too long to be typed; says so for a moment. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy ${name}`}
      title={`Copy ${name}`}
      className="rounded border border-line px-1.5 font-sans text-[11px] leading-4 font-normal text-muted hover:border-strong-line hover:text-ink"
    >
      <span aria-live="polite">{copied ? 'copied' : 'copy'}</span>
    </button>
  );
}
