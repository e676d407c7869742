import type { ReactNode } from 'react';
import type { ColourToken } from '#domain/words-info/tokens.ts';

/** The one sentence that is said first, with the colour of its verdict at the edge. */
export function Lead({ colour, children }: { readonly colour: ColourToken; readonly children: ReactNode }) {
  return (
    <p
      className="max-w-[86ch] rounded-r-lg border-l-[3px] bg-card px-4 py-2.5"
      style={{ borderColor: `var(--${colour})` }}
    >
      {children}
    </p>
  );
}
