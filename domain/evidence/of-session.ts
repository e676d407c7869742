import type { AttemptViews } from '../attempts/views.ts';
import type { History } from '../history/history.ts';
import type { SessionEvidence } from './dossier.ts';
import { attested, type Known, observed } from './known.ts';
import { decidedField, givenField } from './of-answer.ts';

/** Last resort: what the same instance last said of the incarnation, with no open in between. */
function lastSaid(history: History, views: AttemptViews): Known<string> | undefined {
  if (!views.server) return undefined;
  const said = history.said.last(views.server.instance, views.end);
  if (!said || history.lives.opensBetween(said.at, views.end) > 0) return undefined;
  return { value: said.incarnation, source: 'derived', fact: said.fact, at: said.at };
}

/** The session's side of the evidence: its state, its lives, what the answer reaffirmed. */
export function sessionOf(history: History, views: AttemptViews): SessionEvidence {
  const newest = history.lives.asOf(views.end).at(-1);
  const open = newest && !newest.closed ? newest : undefined;
  const said = attested(views.server, views.server?.incarnation);
  const seen = open?.attested ? observed({ fact: open.fact, at: open.at }, open.id) : undefined;
  const liveIncarnation = seen ?? said ?? lastSaid(history, views);
  const alias = history.aliases.find(
    (fact) =>
      fact.incarnation === undefined ||
      liveIncarnation === undefined ||
      fact.incarnation === liveIncarnation.value,
  );
  return {
    state: decidedField(views, 'sessionState'),
    open,
    closed: newest?.closed ? newest : undefined,
    liveIncarnation,
    echo: givenField(views, 'sessionEcho'),
    alias: alias && observed({ fact: alias.id, at: alias.at }, String(alias.aliasOf ?? '')),
  };
}
