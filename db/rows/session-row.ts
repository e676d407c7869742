import { toIso } from '#domain/iso-time.ts';
import type { Attempt, Judgement } from '#domain/judgement.ts';
import { VERDICTS } from '#domain/words.ts';
import { FACETS, type Facet, facetEntry } from './facets.ts';
import { indexText, indexTextOrNull } from './index-text.ts';

/** What the list shows at most of one session. */
const MOST_MARKS = 60;
const MOST_LIVES = 60;
const MOST_VALUES = 200;

/** The kinds of the findings that show on a session, those of other sessions included. */
export type ShownFindings = readonly { readonly kind: string }[];

/** The row of the session list, as JSON by column name. */
export function sessionRow(
  judgement: Judgement,
  given: { readonly horizon: bigint; readonly shown: ShownFindings },
): Record<string, unknown> {
  const kinds = given.shown.map((finding) => finding.kind);
  return {
    key: judgement.session,
    era: judgement.era,
    service: indexText(judgement.service),
    services: judgement.services.map(indexText),
    instances: judgement.instances.slice(0, MOST_VALUES).map(indexText),
    environment: indexTextOrNull(judgement.environment),
    protocol: indexTextOrNull(judgement.protocol),
    client_name: indexTextOrNull(judgement.clientName),
    client_version: indexTextOrNull(judgement.clientVersion),
    client_id: indexTextOrNull(judgement.clientId),
    first_seen: String(judgement.firstSeen),
    last_seen: String(judgement.lastSeen),
    fact_count: judgement.factCount,
    attempts: judgement.attempts.length,
    executions: judgement.executions.length,
    verdicts: tally(judgement.attempts.map((attempt) => attempt.verdict)),
    findings: tally(kinds),
    marks: marksOf(judgement.attempts),
    lives: judgement.incarnations
      .slice(-MOST_LIVES)
      .map(({ at, end }) => ({ at: toIso(at), end: end === undefined ? null : toIso(end) })),
    facets: facetsOf(judgement, kinds),
    horizon: String(given.horizon),
    judge_again_at: judgement.judgeAgainAt === undefined ? null : String(judgement.judgeAgainAt),
  };
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** The worst attempts when there are too many, in the order of time. */
function marksOf(attempts: readonly Attempt[]): readonly { at: string; verdict: string }[] {
  const worst = [...attempts].sort(
    (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || compare(b.at, a.at),
  );
  return worst
    .slice(0, MOST_MARKS)
    .sort((a, b) => compare(a.at, b.at))
    .map(({ at, verdict }) => ({ at: toIso(at), verdict }));
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function facetsOf(judgement: Judgement, findingKinds: readonly string[]): readonly string[] {
  const values: Readonly<Record<Facet, readonly (string | undefined)[]>> = {
    service: judgement.services,
    environment: [judgement.environment],
    instance: judgement.instances,
    client: [judgement.clientName],
    client_version: [clientWithVersion(judgement)],
    protocol: [judgement.protocol],
    era: [judgement.era],
    verdict: judgement.attempts.map((attempt) => attempt.verdict),
    finding: findingKinds,
    reason: judgement.attempts.flatMap((attempt) => attempt.reasons),
    tool: judgement.executions.map((execution) => execution.tool),
  };
  return FACETS.flatMap((facet) =>
    [...new Set(values[facet])]
      .filter((value) => value !== undefined)
      .slice(0, MOST_VALUES)
      .map((value) => facetEntry(facet, value)),
  );
}

function clientWithVersion({ clientName, clientVersion }: Judgement): string | undefined {
  return clientName === undefined || clientVersion === undefined
    ? undefined
    : `${clientName}/${clientVersion}`;
}
