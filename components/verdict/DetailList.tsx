import type { ReactNode } from 'react';
import { Term } from '#components/ui/Term.tsx';

interface DetailListProps {
  readonly rows: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** Names and values; what is not known is left out by the caller, never shown as a value. */
export function DetailList({ rows }: DetailListProps) {
  return (
    <dl className="mt-3 grid grid-cols-[116px_1fr] gap-x-2.5 gap-y-1.5">
      {rows.map((row) => (
        <div key={row.name} className="contents">
          <dt className="text-muted">
            <Term name={row.name} />
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
