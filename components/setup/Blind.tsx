import { plural } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import type { SetupAnswer } from '#domain/api-types.ts';
import { CHECK_INFO } from '#domain/words-info/checks.ts';

/** Checks that a service leaves undecided every time, and the facts that would decide them. */
export function Blind({ blind }: { readonly blind: SetupAnswer['blind'] }) {
  if (blind.length === 0) {
    return <p className="text-muted">No service leaves a check undecided every time.</p>;
  }
  return (
    <ul className="space-y-3">
      {blind.map((each) => (
        <li key={each.service}>
          <p>
            <span className="font-[560]">{each.service}</span>{' '}
            <span className="text-[12.5px] text-muted">in all of {plural(each.attempts, 'reconnect')}</span>
          </p>
          <ul className="mt-1">
            {each.checks.map((check) => (
              <li key={check.check} className="grid grid-cols-[18px_1fr] gap-2 border-t border-line py-1.5">
                <span className="pt-1">
                  <ShapeIcon shape="hatch" colour="unknown" size={12} />
                </span>
                <span className="min-w-0">
                  {CHECK_INFO[check.check].title}
                  <span className="block text-[12.5px] text-muted">{CHECK_INFO[check.check].question}</span>
                  {check.missing.length === 0 ? null : (
                    <span className="block font-mono text-xs text-muted [overflow-wrap:anywhere]">
                      send {check.missing.join(', ')}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
