'use client';

import { useState } from 'react';
import { Button } from './Button.tsx';

interface CodeBlockProps {
  readonly code: string;
  /** What the code is, for the copy button's name. */
  readonly name: string;
}

/** A snippet that can be copied whole. */
export function CodeBlock({ code, name }: CodeBlockProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <div className="relative">
      <pre className="rounded-lg border border-line bg-soft px-4 py-3 pr-20 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>{code}</code>
      </pre>
      <div className="absolute top-2 right-2">
        <Button aria-label={`Copy ${name}`} onClick={copy}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </div>
  );
}
