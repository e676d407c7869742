import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import type { UnixNanos } from '#domain/brand.ts';
import type { ContextQuestions } from '#domain/context.ts';
import { indexText } from '../rows/index-text.ts';
import type { QuestionTopic } from '../schema/judging.ts';

/** A question of a session, or an answer that another one gives, by what they are about. */
export interface Subject {
  readonly topic: QuestionTopic;
  /** Digest of service and value: of one length, whatever was sent. */
  readonly subject: string;
}

interface Question extends Subject {
  readonly session_key: string;
  readonly from_at: string | null;
  readonly to_at: string | null;
}

/** Something new that a session has to say to those who asked. */
export interface Answer extends Subject {
  readonly session_key: string;
  readonly at: string;
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

export const eventSubject = (service: string, eventId: string): Subject => ({
  topic: 'event',
  subject: digest([service, eventId]),
});
export const clientSubject = (clientId: string): Subject => ({
  topic: 'client',
  subject: digest([indexText(clientId)]),
});
export const disturbanceSubject = (clientId: string): Subject => ({
  topic: 'disturbance',
  subject: digest([indexText(clientId)]),
});

/** A run of a tool, or what a session asks about one of its own. */
export interface CallIdentity {
  readonly service: string;
  readonly tool?: string | undefined;
  readonly argumentsDigest?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientAddress?: string | undefined;
  readonly traceId: string;
}

/**
 * By what two runs in different sessions can be known as one call (domain.md section 7): one idempotency key; or the
 * same arguments together with the same client, the same address of it, or the same trace.
 */
export function callSubjects(call: CallIdentity): readonly Subject[] {
  const { service, tool, argumentsDigest, idempotencyKey } = call;
  if (tool === undefined) return [];
  const byKey =
    idempotencyKey === undefined
      ? []
      : [{ topic: 'key' as const, subject: digest([service, tool, idempotencyKey]) }];
  if (argumentsDigest === undefined) return byKey;
  const identities = [
    ['client', call.clientId],
    ['address', call.clientAddress],
    ['trace', call.traceId],
  ] as const;
  const byArguments = identities.flatMap(([kind, identity]) =>
    identity === undefined || identity === ''
      ? []
      : [{ topic: 'call' as const, subject: digest([service, tool, argumentsDigest, kind, identity]) }],
  );
  return [...byKey, ...byArguments];
}

/** A time from and up to which an answer matters. */
export interface Within {
  readonly from: UnixNanos;
  readonly to: UnixNanos;
}

/** What a session asks, as the domain does and as the store must know it to find who has to be asked again. */
export interface AskedBySession {
  readonly sessionKey: string;
  readonly questions: ContextQuestions;
  /** Its own runs, to which the questions about calls belong. */
  readonly runs: readonly CallIdentity[];
  /** Opens of its clients matter within this time. */
  readonly opensWithin: Within;
}

/** The questions of a session in rows, one for each subject: the same call asked twice spans both times. */
export function questionRows({
  sessionKey,
  questions,
  runs,
  opensWithin,
}: AskedBySession): readonly Question[] {
  const events = questions.eventIds.map((id) => ({
    ...eventSubject(questions.service, id),
    from: undefined,
    to: undefined,
  }));
  const opens = questions.clientIds.map((id) => ({ ...clientSubject(id), ...opensWithin }));
  const windows = new Map(questions.calls.map((call) => [callName(call), call]));
  const calls = runs.flatMap((run) => {
    const window = windows.get(callName(run));
    return window === undefined
      ? []
      : [...callSubjects(run), ...(run.clientId === undefined ? [] : [disturbanceSubject(run.clientId)])].map(
          (subject) => ({ ...subject, from: window.from, to: window.to }),
        );
  });
  const rows = new Map<string, Question>();
  for (const { topic, subject, from, to } of [...events, ...opens, ...calls]) {
    const before = rows.get(`${topic} ${subject}`);
    rows.set(`${topic} ${subject}`, {
      topic,
      subject,
      session_key: sessionKey,
      from_at: extreme(before?.from_at, from, -1n),
      to_at: extreme(before?.to_at, to, 1n),
    });
  }
  return [...rows.values()];
}

const callName = (call: Pick<CallIdentity, 'tool' | 'argumentsDigest' | 'idempotencyKey'>): string =>
  JSON.stringify([call.tool, call.argumentsDigest, call.idempotencyKey]);

function extreme(before: string | null | undefined, at: UnixNanos | undefined, sign: bigint): string | null {
  if (at === undefined) return null;
  if (before === undefined || before === null) return String(at);
  return sign * at > sign * BigInt(before) ? String(at) : before;
}

/** Replaces what the sessions asked by what they ask now. */
export async function storeQuestions(
  tx: postgres.TransactionSql,
  keys: readonly string[],
  rows: readonly Question[],
): Promise<void> {
  await tx`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row(topic text, subject text, session_key text, from_at bigint, to_at bigint)
    ),
    gone as (
      delete from session_questions as q where session_key = any(${keys}) and not exists (
        select 1 from wanted where wanted.topic = q.topic and wanted.subject = q.subject
          and wanted.session_key = q.session_key
      )
    )
    insert into session_questions as q (topic, subject, session_key, from_at, to_at)
    select topic, subject, session_key, from_at, to_at from wanted
    on conflict (topic, subject, session_key) do update
      set from_at = excluded.from_at, to_at = excluded.to_at
      where (q.from_at, q.to_at) is distinct from (excluded.from_at, excluded.to_at)`;
}

/** Sessions that asked what these answers answer, the answering ones left out. */
export async function askersOf(
  tx: postgres.TransactionSql,
  answers: readonly Answer[],
): Promise<readonly string[]> {
  if (answers.length === 0) return [];
  const rows = await tx<{ session_key: string }[]>`
    select distinct q.session_key
    from json_to_recordset(${JSON.stringify(answers)}::text::json)
      as answer(topic text, subject text, session_key text, at bigint)
    join session_questions q on q.topic = answer.topic and q.subject = answer.subject
    where q.session_key <> answer.session_key
      and (q.from_at is null or answer.at between q.from_at and q.to_at)`;
  return rows.map((row) => row.session_key);
}

/** Whether any session at all asks about event ids: when none does, no emission needs to be looked at. */
export async function anyoneAsksForEvents(tx: postgres.TransactionSql): Promise<boolean> {
  const rows = await tx`select 1 from session_questions where topic = 'event' limit 1`;
  return rows.length > 0;
}
