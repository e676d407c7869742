import { type FactJson, type FindingRow, toJson } from '#domain/api-types.ts';
import { EMPTY_CONTEXT } from '#domain/context.ts';
import { judge } from '#domain/judge.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { layoutTimeline } from '#domain/timeline/layout.ts';
import { timelineModel } from '#domain/timeline/model.ts';
import type { TimelineSession } from '#domain/timeline/model-types.ts';
import { isoMs, type TimeRange } from '#domain/timeline/range.ts';
import { hourAfter, story } from '#test/support/story.ts';

export interface DrawnView {
  readonly width?: number;
  readonly range?: TimeRange;
}

/** A story judged and drawn: the model, and its marks at a width. */
export function drawn(text: string, view: DrawnView = {}) {
  const facts = story(text);
  const first = facts[0];
  if (first === undefined) throw new Error('the story has no fact');
  const input = {
    session: first.session,
    facts,
    context: EMPTY_CONTEXT,
    horizon: hourAfter(facts),
    settings: DEFAULT_SETTINGS,
  };
  const judged = toJson(judge(input));
  const findings = judged.findings.map((finding): FindingRow => {
    const { session, ...rest } = finding;
    return { ...rest, session: { id: session, label: session.slice(0, 8) }, clientName: null, triage: null };
  });
  const session: TimelineSession = { ...judged, findings };
  const sent: readonly FactJson[] = facts.map((fact) => toJson(fact));
  const model = timelineModel(session, sent);
  const layout = layoutTimeline(model, {
    width: view.width ?? 1000,
    range: view.range ?? model.whole,
    offsetMinutes: 0,
  });
  return {
    session,
    model,
    layout,
    at: (clock: string) => isoMs(`${session.firstSeen.slice(0, 10)}T${clock}Z`),
  };
}
