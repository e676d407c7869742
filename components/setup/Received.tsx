import { countText, plural } from '#components/ui/numbers.ts';
import { Time } from '#components/ui/Time.tsx';
import type { SetupAnswer } from '#domain/api-types.ts';

/** What has arrived in the last hour, by service and instance. */
export function Received({ received }: { readonly received: SetupAnswer['received'] }) {
  if (received.length === 0) {
    return (
      <p className="text-muted">
        Nothing yet. This list follows by itself; send something with one of the ways below.
      </p>
    );
  }
  const older = received.slice(SHOWN);
  return (
    <>
      <Senders senders={received.slice(0, SHOWN)} />
      {older.length === 0 ? null : (
        <details className="border-t border-line pt-2">
          <summary className="text-sm text-muted hover:text-ink">
            {plural(older.length, 'more instance')}, heard less lately
          </summary>
          <Senders senders={older} />
        </details>
      )}
    </>
  );
}

/** So many leave what is below in sight. */
const SHOWN = 8;

function Senders({ senders }: { readonly senders: SetupAnswer['received'] }) {
  return (
    <ul>
      {senders.map((each) => (
        <li
          key={`${each.service} ${each.instance ?? ''}`}
          className="border-t border-line py-2 first:border-t-0"
        >
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-[560]">{each.service}</span>
            {each.instance === null ? null : (
              <span className="font-mono text-xs text-muted">{each.instance}</span>
            )}
            <span className="ml-auto text-[12.5px] text-muted">
              {countText(each.facts)} facts · <Time iso={each.lastFactAt} form="ago" />
            </span>
          </p>
          <p className="flex flex-wrap gap-x-3 text-[12.5px] text-muted">
            {Object.entries(each.kinds)
              .sort(([, a], [, b]) => b - a)
              .map(([kind, count]) => (
                <span key={kind}>
                  {kind} {countText(count)}
                </span>
              ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
