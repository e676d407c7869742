import type { Execution } from '../judgement.ts';
import type { Severity } from '../words.ts';
import type { Judged } from './double-pair.ts';

type Harm = 'read_only' | 'idempotent' | 'idempotent_destructive' | 'unsafe' | 'destructive';

/**
 * Hints lower the harm, not the fact; no hint counts as unsafe, and destructive is never below it (domain.md section 7).
 * What is merely possible is listed and never alerted on.
 */
const SEVERITIES = {
  read_only: { sure: 'low', possible: 'info' },
  idempotent: { sure: 'medium', possible: 'info' },
  idempotent_destructive: { sure: 'high', possible: 'low' },
  unsafe: { sure: 'critical', possible: 'low' },
  destructive: { sure: 'critical', possible: 'medium' },
} as const satisfies Record<Harm, Record<'sure' | 'possible', Severity>>;

/** How bad it is that this pair ran, going by the worse of the two runs' hints. */
export function severityOf({ earlier, later, strength }: Judged): Severity {
  return SEVERITIES[harmOf(earlier, later)][strength === 'possible' ? 'possible' : 'sure'];
}

function harmOf(earlier: Execution, later: Execution): Harm {
  const said = (hint: 'readOnly' | 'idempotent'): boolean =>
    (earlier[hint] ?? later[hint]) === true && (later[hint] ?? earlier[hint]) === true;
  const destructive = earlier.destructive === true || later.destructive === true;
  // A tool that only reads cannot destroy: the protocol gives that hint no meaning then.
  if (said('readOnly')) return 'read_only';
  if (said('idempotent')) return destructive ? 'idempotent_destructive' : 'idempotent';
  return destructive ? 'destructive' : 'unsafe';
}
