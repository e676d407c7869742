import type { Stop, Target } from './model-types.ts';

/** The stop after (or before) what is selected, going round at the ends; nothing when there is none. */
export function nextStop(
  stops: readonly Stop[],
  from: { readonly selected: Target | undefined; readonly at: number; readonly step: 1 | -1 },
): Stop | undefined {
  if (stops.length === 0) return undefined;
  const index = stops.findIndex(
    ({ target }) => target.kind === from.selected?.kind && target.id === from.selected.id,
  );
  if (index >= 0) return stops[(index + from.step + stops.length) % stops.length];
  if (from.step === 1) return stops.find((stop) => stop.at >= from.at) ?? stops[0];
  return [...stops].reverse().find((stop) => stop.at <= from.at) ?? stops.at(-1);
}
