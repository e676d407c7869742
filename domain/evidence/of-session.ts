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
  if (history.lives.closesBetween(said.at, views.end) > 0) return undefined;
  return { value: said.incarnation, source: 'derived', fact: said.fact, at: said.at };
}

/**
 * The life that answers. An open that was seen outranks the server's word only where that word names an older life: of
 * a life not seen opening the open may just not have been reported, and absence outranks nothing (domain.md section 4).
 */
function liveOf(history: History, views: AttemptViews): Known<string> | undefined {
  const lives = history.lives.asOf(views.end);
  const newest = lives.at(-1);
  const said = attested(views.server, views.server?.incarnation);
  const seen =
    newest?.attested && !newest.closed
      ? observed({ fact: newest.fact, at: newest.at }, newest.id)
      : undefined;
  const unseen = said !== undefined && lives.every(({ id }) => id !== said.value);
  return (unseen ? said : seen) ?? said ?? lastSaid(history, views);
}

/** The session's side of the evidence: its state, its lives, what the answer reaffirmed. */
export function sessionOf(history: History, views: AttemptViews): SessionEvidence {
  const newest = history.lives.asOf(views.end).at(-1);
  const open = newest && !newest.closed ? newest : undefined;
  const liveIncarnation = liveOf(history, views);
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
