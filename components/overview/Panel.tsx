import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  readonly note?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a heading. */
export function Panel({ title, note, action, children }: PanelProps) {
  return (
    <section className="card min-w-0 px-4 py-3.5" aria-label={title}>
      <div className="mb-1.5 flex items-baseline gap-3">
        <h2 className="text-base">{title}</h2>
        {note === undefined ? null : <p className="text-[12.5px] text-muted">{note}</p>}
        <div className="ml-auto">{action}</div>
      </div>
      {children}
    </section>
  );
}
