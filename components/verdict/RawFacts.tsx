import { Time } from '#components/ui/Time.tsx';
import type { FactJson } from '#domain/api-types.ts';

interface RawFactsProps {
  readonly facts: readonly FactJson[];
}

/** The facts behind a thing as they were sent (sanitised): always text, never markup. */
export function RawFacts({ facts }: RawFactsProps) {
  if (facts.length === 0) return null;
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="text-sm text-muted hover:text-ink">
        Raw attributes of {facts.length === 1 ? '1 fact' : `${facts.length} facts`}
      </summary>
      {facts.map((fact) => (
        <div key={fact.id} className="mt-2">
          <p className="text-xs text-muted">
            {fact.kind} · seen by the {fact.observer} · <Time iso={fact.at} form="clock" />
          </p>
          <table className="w-full table-fixed font-mono text-[11px]">
            <tbody>
              {Object.entries(fact.attributes).map(([name, value]) => (
                <tr key={name} className="border-t border-line align-top">
                  <th
                    scope="row"
                    className="w-1/2 py-0.5 pr-2 text-left font-normal text-muted [overflow-wrap:anywhere]"
                  >
                    {name}
                  </th>
                  <td className="py-0.5 [overflow-wrap:anywhere]">{valueText(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </details>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
