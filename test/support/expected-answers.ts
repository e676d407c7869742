import { readdirSync, readFileSync } from 'node:fs';

/** What a case says of one attempt; only what is given counts (the README of the worked cases). */
export interface ExpectedAttempt {
  readonly lastEventId?: string;
  readonly session?: string;
  readonly verdict?: string;
  readonly claimed?: string;
  readonly delivery?: string;
  /** The first reason. */
  readonly primary?: string;
  readonly reasons?: readonly string[];
  readonly reasonsAny?: readonly string[];
  readonly conflict?: boolean;
  readonly missing?: boolean;
}

/** What a case says of one session, or of facts without a session. */
export interface ExpectedAnswers {
  readonly attempts?: readonly ExpectedAttempt[];
  readonly must?: readonly string[];
  readonly mustNot?: readonly string[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly double?: readonly { readonly tool?: string; readonly strength?: string }[];
  readonly mustNotStrength?: readonly string[];
}

export interface ExpectedCase {
  readonly case: string;
  readonly story: string;
  readonly sessions: readonly (ExpectedAnswers & { readonly id: string })[];
  readonly anywhere?: ExpectedAnswers;
}

/** What came out, in a neutral shape: the domain's `Judgement` and the API's session detail both fit it. */
export interface SeenAnswers {
  readonly attempts: readonly {
    readonly lastEventId?: string | undefined;
    readonly session: string;
    readonly verdict: string;
    readonly claimed?: string | undefined;
    readonly delivery: string;
    readonly reasons: readonly string[];
    readonly tags: readonly string[];
    readonly missing: readonly string[];
  }[];
  readonly findings: readonly {
    readonly kind: string;
    readonly strength?: string | undefined;
    readonly tool?: string | undefined;
  }[];
}

/** One worked case: the telemetry as it is on the wire and the answers it must give. */
export interface WorkedCase {
  readonly name: string;
  readonly otlp: string;
  readonly expected: ExpectedCase;
}

const FOLDER = new URL('../fixtures/cases/', import.meta.url);
const ENDING = '.expected.json';

/** Reads every worked case of `test/fixtures/cases`. */
export function readCases(): readonly WorkedCase[] {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  return names.map((name) => ({
    name,
    otlp: readFileSync(new URL(`${name}.otlp.json`, FOLDER), 'utf8'),
    expected: JSON.parse(readFileSync(new URL(`${name}${ENDING}`, FOLDER), 'utf8')) as ExpectedCase,
  }));
}

const TIME = /("(?:startTime|endTime|time|observedTime)UnixNano"\s*:\s*"?)(\d+)/g;

/** The latest time in an OTLP JSON document, in nanoseconds since the Unix epoch. */
export function lastTimeOf(otlp: string): bigint {
  let last = 0n;
  for (const match of otlp.matchAll(TIME)) {
    const at = BigInt(match[2] ?? '0');
    if (at > last) last = at;
  }
  return last;
}

/** Moves all times by the same span so that the latest is `last`; all else stays byte for byte. */
export function shiftTimes(otlp: string, last: bigint): string {
  const by = last - lastTimeOf(otlp);
  return otlp.replace(TIME, (_whole, head: string, nanos: string) => `${head}${BigInt(nanos) + by}`);
}

/**
 * Compares what came out of one session (or of the facts without one) with what the case says, and
 * returns each difference as a sentence; nothing when they agree.
 */
export function differences(expected: ExpectedAnswers, seen: SeenAnswers): readonly string[] {
  return [...attemptDifferences(expected, seen), ...findingDifferences(expected, seen)];
}

function attemptDifferences({ attempts }: ExpectedAnswers, seen: SeenAnswers): string[] {
  if (attempts === undefined) return [];
  if (attempts.length !== seen.attempts.length) {
    const came = seen.attempts
      .map((attempt) => `${attempt.verdict}(${attempt.reasons.join(' ')})`)
      .join(', ');
    return [`${attempts.length} attempts are expected, ${seen.attempts.length} came: ${came}`];
  }
  return attempts.flatMap((expected, index) => {
    const attempt = seen.attempts[index];
    return attempt ? oneAttempt(expected, attempt).map((text) => `attempt ${index + 1}: ${text}`) : [];
  });
}

function oneAttempt(expected: ExpectedAttempt, seen: SeenAnswers['attempts'][number]): string[] {
  const reasons = seen.reasons.join(', ') || 'none';
  const found: string[] = [];
  for (const field of ['lastEventId', 'session', 'verdict', 'claimed', 'delivery'] as const) {
    const wanted = expected[field];
    if (wanted !== undefined && seen[field] !== wanted) {
      found.push(
        `${field} is expected to be ${wanted} and is ${seen[field] ?? 'absent'} (reasons: ${reasons})`,
      );
    }
  }
  if (expected.primary !== undefined && seen.reasons[0] !== expected.primary) {
    found.push(`the first reason is expected to be ${expected.primary}; the reasons are: ${reasons}`);
  }
  for (const reason of expected.reasons ?? []) {
    if (!seen.reasons.includes(reason)) found.push(`reason ${reason} is expected among: ${reasons}`);
  }
  if (expected.reasonsAny && !expected.reasonsAny.some((reason) => seen.reasons.includes(reason))) {
    found.push(`one of ${expected.reasonsAny.join(', ')} is expected among: ${reasons}`);
  }
  if (expected.conflict === true && !seen.tags.includes('evidence_conflict')) {
    found.push(`the tag evidence_conflict is expected; the tags are: ${seen.tags.join(', ') || 'none'}`);
  }
  if (expected.missing === true && seen.missing.length === 0) found.push('the missing facts are not named');
  return found;
}

function findingDifferences(expected: ExpectedAnswers, seen: SeenAnswers): string[] {
  const kinds = seen.findings.map((finding) => finding.kind);
  const came = kinds.join(', ') || 'none';
  const found: string[] = [];
  for (const kind of expected.must ?? []) {
    if (!kinds.includes(kind)) found.push(`finding ${kind} is expected; the findings are: ${came}`);
  }
  for (const kind of expected.mustNot ?? []) {
    if (kinds.includes(kind)) found.push(`finding ${kind} must not be there; the findings are: ${came}`);
  }
  for (const [kind, count] of Object.entries(expected.counts ?? {})) {
    const seenCount = kinds.filter((other) => other === kind).length;
    if (seenCount !== count)
      found.push(`finding ${kind} is expected ${count} times and came ${seenCount} times`);
  }
  return [...found, ...doubleDifferences(expected, seen)];
}

function doubleDifferences(expected: ExpectedAnswers, seen: SeenAnswers): string[] {
  const left = seen.findings.filter((finding) => finding.kind === 'double_execution');
  const came = left.map((double) => `${double.tool ?? '?'} ${double.strength ?? '?'}`).join(', ') || 'none';
  const found: string[] = [];
  for (const strength of expected.mustNotStrength ?? []) {
    if (left.some((double) => double.strength === strength)) {
      found.push(`no double execution may be ${strength}; there are: ${came}`);
    }
  }
  for (const wanted of expected.double ?? []) {
    // Each expected one takes one that came, so that two expected need two.
    const place = left.findIndex(
      (double) =>
        (wanted.tool === undefined || double.tool === wanted.tool) &&
        (wanted.strength === undefined || double.strength === wanted.strength),
    );
    if (place < 0)
      found.push(`double execution ${wanted.tool} ${wanted.strength} is expected; there are: ${came}`);
    else left.splice(place, 1);
  }
  return found;
}
