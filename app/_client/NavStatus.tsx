'use client';

import { useHealth } from './queries.ts';

/** How far the judgement is behind what has arrived; said plainly when the server does not answer. */
export function NavStatus() {
  const health = useHealth();
  if (health.isPending) return null;
  if (health.isError) return <span className="text-sm text-misrefused">no answer from the server</span>;
  return (
    <span className="hidden text-sm md:inline" title="How far the verdicts are behind what has arrived">
      {lagText(health.data.judgingLagMs ?? 0)}
    </span>
  );
}

function lagText(ms: number): string {
  if (ms === 0) return 'all judged';
  if (ms < 1000) return 'judged less than 1 s behind';
  return ms < 60_000
    ? `judged ${(ms / 1000).toFixed(1)} s behind`
    : `judged ${Math.round(ms / 60_000)} min behind`;
}
