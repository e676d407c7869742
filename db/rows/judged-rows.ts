import { toJson } from '#domain/api-types.ts';
import { digestOf } from '#domain/digest.ts';
import type { Attempt, Disturbance, Execution, Finding, Judgement } from '#domain/judgement.ts';
import { SEVERITIES } from '#domain/words.ts';
import type { JudgedRow } from '../queries/sync-rows.ts';
import { indexText, indexTextOrNull } from './index-text.ts';

/** The rows of all tables that hang on a session, as its judgement says. */
export interface JudgedRows {
  readonly incarnations: readonly JudgedRow[];
  readonly streams: readonly JudgedRow[];
  readonly attempts: readonly JudgedRow[];
  readonly executions: readonly JudgedRow[];
  readonly disturbances: readonly JudgedRow[];
  readonly findings: readonly JudgedRow[];
  readonly episodes: readonly JudgedRow[];
}

/** Lays a judgement out in rows. The session of every row is the judgement's own. */
export function judgedRows(judgement: Judgement): JudgedRows {
  const session_key = judgement.session;
  return {
    incarnations: judgement.incarnations.map((value) => ({
      ...head(session_key, value),
      end_at: nanosOrNull(value.end),
    })),
    streams: judgement.streams.map((value) => ({
      ...head(session_key, value),
      end_at: String(value.end),
      origin: value.origin ?? null,
      request_id: indexTextOrNull(value.requestId),
      events: value.events,
      floor: value.floor ?? null,
      high_water: value.highWater ?? null,
    })),
    attempts: judgement.attempts.map((value) => attemptRow(judgement, value)),
    executions: judgement.executions.map((value) => executionRow(session_key, value)),
    disturbances: judgement.disturbances.map((value) => ({
      ...head(session_key, { ...value, id: disturbanceId(value) }),
      kind: value.kind,
      client_id: indexTextOrNull(value.clientId),
      body: toJson(value),
    })),
    findings: judgement.findings.map((value) => findingRow(judgement, value)),
    episodes: judgement.episodes.map((value) => ({
      ...head(session_key, value),
      until: String(value.until),
      ended: value.ended,
    })),
  };
}

type Judged = { readonly id: string; readonly at: bigint };

const head = (session_key: string, value: Judged) => ({
  session_key,
  id: indexText(value.id),
  at: String(value.at),
  body: toJson(value),
});

const nanosOrNull = (at: bigint | undefined): string | null => (at === undefined ? null : String(at));

/** Disturbances have no name of their own: the fact that tells of one, its kind and its request make it. */
const disturbanceId = (value: Disturbance): string =>
  digestOf([value.kind, value.fact, value.session, value.requestId ?? '']);

function attemptRow(judgement: Judgement, value: Attempt): JudgedRow {
  return {
    ...head(judgement.session, value),
    end_at: String(value.end),
    service: indexText(value.service),
    instance: indexTextOrNull(value.instance),
    environment: indexTextOrNull(judgement.environment),
    client_name: indexTextOrNull(judgement.clientName),
    verdict: value.verdict,
    session: value.session,
    delivery: value.delivery,
    given: value.given,
    owed: value.owed,
    claimed: indexTextOrNull(value.claimed),
    reasons: value.reasons,
    notes: value.notes,
    tags: value.tags,
    missing: value.missing,
    last_event_id: value.lastEventId ?? null,
    status: statusOf(value.status),
    replayed_count: value.replayedCount ?? null,
    floor: value.floor ?? null,
    high_water: value.highWater ?? null,
    trace_id: indexText(value.traceId),
    episode: value.episode ?? null,
  };
}

/** A status is whatever was sent; the column holds whole numbers that can be one. */
const statusOf = (status: number | undefined): number | null =>
  status !== undefined && Number.isInteger(status) && Math.abs(status) < 1_000_000 ? status : null;

function executionRow(session_key: string, value: Execution): JudgedRow {
  return {
    ...head(session_key, value),
    end_at: String(value.end),
    service: indexText(value.service),
    instance: indexTextOrNull(value.instance),
    tool: indexTextOrNull(value.tool),
    arguments_digest: indexTextOrNull(value.argumentsDigest),
    idempotency_key: indexTextOrNull(value.idempotencyKey),
    client_id: indexTextOrNull(value.clientId),
    client_address: indexTextOrNull(value.clientAddress),
    request_id: indexTextOrNull(value.requestId),
    trace_id: indexText(value.traceId),
    deduplicated: value.deduplicated,
    doubled: (value.doubleOf ?? []).length > 0,
    error: value.error ?? null,
    delivered_at: nanosOrNull(value.deliveredAt),
  };
}

function findingRow(judgement: Judgement, value: Finding): JudgedRow {
  return {
    ...head(judgement.session, value),
    kind: value.kind,
    severity: value.severity,
    severity_rank: SEVERITIES.indexOf(value.severity),
    strength: value.strength ?? null,
    until: String(value.until),
    repetitions: value.count,
    service: indexText(value.service),
    environment: indexTextOrNull(judgement.environment),
    client_name: indexTextOrNull(judgement.clientName),
    tool: indexTextOrNull(value.tool),
    destructive: isDestructive(judgement, value),
    stream_id: indexTextOrNull(value.streamId),
    request_id: indexTextOrNull(value.requestId),
  };
}

/** A double execution of which a run in this session says that the tool destroys. */
function isDestructive(judgement: Judgement, finding: Finding): boolean {
  if (finding.kind !== 'double_execution') return false;
  const ids = new Set(finding.executions);
  return judgement.executions.some((run) => run.destructive === true && ids.has(run.id));
}
