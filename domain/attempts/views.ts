import { msToNanos, type UnixNanos } from '../brand.ts';
import type { Fact, ResumptionFact } from '../facts.ts';
import type { JudgeSettings } from '../settings.ts';
import type { Observer } from '../words.ts';

/** One attempt as its observers reported it: at most one view each, never averaged. */
export interface AttemptViews {
  readonly server?: ResumptionFact | undefined;
  readonly client?: ResumptionFact | undefined;
  readonly proxy?: ResumptionFact | undefined;
  /** All views, earliest first. */
  readonly all: readonly ResumptionFact[];
  readonly at: UnixNanos;
  readonly end: UnixNanos;
}

/**
 * A plain HTTP server span around an instrumented one is the same view twice: the full one wins and the
 * thin one fills what it left open.
 */
function absorbThin(facts: readonly ResumptionFact[]): readonly ResumptionFact[] {
  const full = facts.filter((fact) => !fact.thin);
  const absorbed = new Set<ResumptionFact>();
  const merged = full.map((fact) => {
    const thin = facts.find(
      (other) =>
        other.thin &&
        !absorbed.has(other) &&
        other.traceId === fact.traceId &&
        other.observer === fact.observer &&
        (other.spanId === fact.parentSpanId || (other.at <= fact.end && other.end >= fact.at)) &&
        (other.lastEventId === undefined ||
          fact.lastEventId === undefined ||
          other.lastEventId === fact.lastEventId),
    );
    if (!thin) return fact;
    absorbed.add(thin);
    return {
      ...fact,
      lastEventId: fact.lastEventId ?? thin.lastEventId,
      httpMethod: fact.httpMethod ?? thin.httpMethod,
      status: fact.status ?? thin.status,
      protocol: fact.protocol ?? thin.protocol,
    };
  });
  return [...merged, ...facts.filter((fact) => fact.thin && !absorbed.has(fact))];
}

interface Pair {
  readonly a: ResumptionFact;
  readonly b: ResumptionFact;
  readonly related: boolean;
  readonly distance: bigint;
}

const distanceOf = (a: ResumptionFact, b: ResumptionFact): bigint =>
  a.at > b.at ? a.at - b.at : b.at - a.at;

function pairOf(a: ResumptionFact, b: ResumptionFact, limit: bigint): Pair | undefined {
  if (a.observer === b.observer) return undefined;
  const distance = distanceOf(a, b);
  const sameTrace = a.traceId === b.traceId && a.traceId !== '';
  if (!sameTrace && !(a.lastEventId === b.lastEventId && distance <= limit)) return undefined;
  const related = sameTrace && (a.parentSpanId === b.spanId || b.parentSpanId === a.spanId);
  return { a, b, related, distance };
}

function byKey(
  facts: readonly ResumptionFact[],
  keyOf: (fact: ResumptionFact) => string,
): readonly ResumptionFact[][] {
  const groups = new Map<string, ResumptionFact[]>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const group = groups.get(key);
    if (group) group.push(fact);
    else groups.set(key, [fact]);
  }
  return [...groups.values()].filter((group) => new Set(group.map((fact) => fact.observer)).size > 1);
}

/** Pairs that may be one attempt; in a group sorted by time only neighbours within the limit are tried. */
function candidatePairs(facts: readonly ResumptionFact[], limit: bigint): readonly Pair[] {
  const traces = byKey(facts, (fact) => fact.traceId).flatMap((group) =>
    pairsWithin(group, undefined, limit),
  );
  const cursors = byKey(facts, (fact) => fact.lastEventId ?? '').flatMap((group) =>
    pairsWithin(group, limit, limit),
  );
  return [...traces, ...cursors].sort(comparePairs);
}

function pairsWithin(group: readonly ResumptionFact[], reach: bigint | undefined, limit: bigint): Pair[] {
  const sorted = [...group].sort((x, y) => (x.at < y.at ? -1 : x.at > y.at ? 1 : x.id < y.id ? -1 : 1));
  const pairs: Pair[] = [];
  for (let i = 0; i < sorted.length; i++) {
    for (let j = i + 1; j < sorted.length; j++) {
      const a = sorted[i];
      const b = sorted[j];
      if (!a || !b || (reach !== undefined && b.at - a.at > reach)) break;
      const pair = pairOf(a, b, limit);
      if (pair) pairs.push(pair);
    }
  }
  return pairs;
}

function comparePairs(x: Pair, y: Pair): number {
  if (x.related !== y.related) return x.related ? -1 : 1;
  if (x.distance !== y.distance) return x.distance < y.distance ? -1 : 1;
  const left = `${x.a.id} ${x.b.id}`;
  const right = `${y.a.id} ${y.b.id}`;
  return left < right ? -1 : left > right ? 1 : 0;
}

type Group = Map<Observer, ResumptionFact>;

/** Joins nearest pairs first, keeping one view per observer. */
function group(facts: readonly ResumptionFact[], pairs: readonly Pair[]): readonly Group[] {
  const groupOf = new Map<ResumptionFact, Group>(
    facts.map((fact) => [fact, new Map([[fact.observer, fact]])]),
  );
  for (const { a, b } of pairs) {
    const left = groupOf.get(a);
    const right = groupOf.get(b);
    if (!left || !right || left === right) continue;
    if ([...right.keys()].some((observer) => left.has(observer))) continue;
    for (const [observer, fact] of right) {
      left.set(observer, fact);
      groupOf.set(fact, left);
    }
  }
  return [...new Set(groupOf.values())];
}

function viewsOf(members: Group): AttemptViews {
  const all = [...members.values()].sort((x, y) =>
    x.at < y.at ? -1 : x.at > y.at ? 1 : x.id < y.id ? -1 : 1,
  );
  const server = members.get('server');
  const lead = server ?? all[0];
  const at = lead?.at ?? all[0]?.at;
  const end = lead?.end ?? all[0]?.end;
  if (at === undefined || end === undefined) throw new Error('an attempt has at least one view');
  return { server, client: members.get('client'), proxy: members.get('proxy'), all, at, end };
}

/**
 * Joins the views of one attempt (domain.md section 4): same trace, or same session and cursor within five
 * seconds; nearest in time, one view per observer. Times of the attempt are the server's where it reported.
 */
export function attemptViews(facts: readonly Fact[], settings: JudgeSettings): readonly AttemptViews[] {
  const resumptions = absorbThin(facts.filter((fact): fact is ResumptionFact => fact.kind === 'resumption'));
  const pairs = candidatePairs(resumptions, msToNanos(settings.joinViewsMs));
  return group(resumptions, pairs)
    .map(viewsOf)
    .sort((x, y) =>
      x.end !== y.end ? (x.end < y.end ? -1 : 1) : (x.all[0]?.id ?? '') < (y.all[0]?.id ?? '') ? -1 : 1,
    );
}
