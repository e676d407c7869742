import { FACT_HEARTBEAT, HEARTBEAT_INTERVAL_MS } from '@seamark/semconv';
import type { Guard } from './guard.ts';
import type { Reporter } from './reporter.ts';

/** Says that an instrumented server is alive, sessions or not: at once, then at each interval. Keeps no process alive. */
export function startHeartbeat(
  reporter: Reporter,
  guard: Guard,
  intervalMs = HEARTBEAT_INTERVAL_MS,
): () => void {
  if (intervalMs <= 0) return () => {};
  const beat = (): void =>
    guard.do('heartbeat', () => reporter.fact(FACT_HEARTBEAT, { at: reporter.clock.now(), facts: [] }));
  // A tracer provider is often registered right after: the first beat waits for it.
  const first = setTimeout(beat, Math.min(1_000, intervalMs)).unref();
  const timer = setInterval(beat, intervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
