import type postgres from 'postgres';
import type { SessionContext } from '#domain/context.ts';
import type { Judgement } from '#domain/judgement.ts';
import { indexText } from '../rows/index-text.ts';
import { jsonText } from '../rows/json-text.ts';
import { type JudgedRows, judgedRows } from '../rows/judged-rows.ts';
import { type ShownFindings, sessionRow } from '../rows/session-row.ts';
import {
  attempts,
  disturbances,
  episodes,
  executions,
  findings,
  incarnations,
  streams,
} from '../schema/index.ts';
import { type RowChanges, syncRows } from './sync-rows.ts';

/** One session as it was judged, with all keys that name it. */
export interface Judged {
  readonly judgement: Judgement;
  readonly members: readonly string[];
  /** Opens of clients of known identity in this session. */
  readonly opens: SessionContext['clientOpens'];
  readonly horizon: bigint;
}

/** What a batch of judgements changed in the store. */
export interface JudgedChanges {
  readonly attempts: RowChanges;
  readonly findings: RowChanges;
  readonly executions: RowChanges;
  readonly disturbances: RowChanges;
  /** Opens of clients that were not known before. */
  readonly opens: readonly {
    readonly client_id: string;
    readonly session_key: string;
    readonly at: string;
  }[];
  /** Other sessions on which a finding shows now and did not, or did and does not. */
  readonly shownOn: readonly string[];
}

/**
 * Makes the store say what the judgements say, touching only what differs; the minute counts are the caller's
 * (`addToCounts`). What was stored under another key of a session goes away.
 */
export async function storeJudgements(
  tx: postgres.TransactionSql,
  batch: readonly Judged[],
): Promise<JudgedChanges> {
  const keys = batch.flatMap((judged) => judged.members);
  const laidOut = batch.map((judged) => judgedRows(judged.judgement));
  const all = (table: keyof JudgedRows) => ({ keys, rows: laidOut.flatMap((rows) => rows[table]) });
  await syncRows(tx, incarnations, all('incarnations'));
  await syncRows(tx, streams, all('streams'));
  await syncRows(tx, episodes, all('episodes'));
  const changes = {
    attempts: await syncRows(tx, attempts, { ...all('attempts'), keepBefore: true }),
    findings: await syncRows(tx, findings, { ...all('findings'), keepBefore: true }),
    executions: await syncRows(tx, executions, { ...all('executions'), keepBefore: true }),
    disturbances: await syncRows(tx, disturbances, { ...all('disturbances'), keepBefore: true }),
    opens: await syncOpens(tx, keys, batch),
    shownOn: await syncShownOn(tx, keys, batch),
  };
  await writeSessions(tx, keys, batch);
  return changes;
}

async function syncOpens(
  tx: postgres.TransactionSql,
  keys: readonly string[],
  batch: readonly Judged[],
): Promise<JudgedChanges['opens']> {
  const rows = batch.flatMap((judged) =>
    judged.opens.map((open) => ({
      client_id: indexText(open.clientId),
      session_key: judged.judgement.session,
      at: String(open.at),
    })),
  );
  return tx<JudgedChanges['opens'][number][]>`
    with wanted as (
      select distinct client_id, session_key, at from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row(client_id text, session_key text, at bigint)
    ),
    gone as (
      delete from client_opens as o where session_key = any(${keys}) and not exists (
        select 1 from wanted where wanted.client_id = o.client_id and wanted.session_key = o.session_key
          and wanted.at = o.at
      )
    )
    insert into client_opens (client_id, session_key, at)
    select client_id, session_key, at from wanted
    on conflict do nothing returning client_id, session_key, at`;
}

/** Keeps on which sessions findings show; returns the others for which that changed. */
async function syncShownOn(
  tx: postgres.TransactionSql,
  keys: readonly string[],
  batch: readonly Judged[],
): Promise<readonly string[]> {
  const rows = batch.flatMap(({ judgement }) =>
    judgement.findings.flatMap((finding) =>
      [judgement.session, ...finding.alsoOn].map((shown_on) => ({
        shown_on,
        session_key: judgement.session,
        finding_id: indexText(finding.id),
      })),
    ),
  );
  const changed = await tx<{ shown_on: string }[]>`
    with wanted as (
      select distinct coalesce(m.canonical_key, shown_on) as shown_on, session_key, finding_id
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row(shown_on text, session_key text, finding_id text)
      left join session_members m on m.key = shown_on
    ),
    gone as (
      delete from finding_sessions as s where session_key = any(${keys}) and not exists (
        select 1 from wanted where wanted.shown_on = s.shown_on and wanted.session_key = s.session_key
          and wanted.finding_id = s.finding_id
      )
      returning shown_on
    ),
    come as (
      insert into finding_sessions (shown_on, session_key, finding_id)
      select shown_on, session_key, finding_id from wanted
      on conflict do nothing returning shown_on
    )
    select shown_on from gone union select shown_on from come`;
  const own = new Set(keys);
  return changed.map((row) => row.shown_on).filter((key) => !own.has(key));
}

async function writeSessions(
  tx: postgres.TransactionSql,
  keys: readonly string[],
  batch: readonly Judged[],
): Promise<void> {
  const shown = await shownFindings(tx, keys);
  const rows = batch.map((judged) =>
    sessionRow(judged.judgement, {
      horizon: judged.horizon,
      shown: judged.members.flatMap((key) => shown.get(key) ?? []),
    }),
  );
  const canonical = rows.map((row) => String(row.key));
  await tx`delete from sessions where key = any(${keys}) and key <> all(${canonical})`;
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'key');
  await tx.unsafe(
    `insert into sessions (key, ${columns.join(', ')}, judged_at)
     select key, ${columns.join(', ')}, now() from json_populate_recordset(null::sessions, $1::text::json)
     on conflict (key) do update set judged_at = excluded.judged_at,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [jsonText(rows)],
  );
}

/** The findings that show on each key: its own and those of other sessions. */
async function shownFindings(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ShownFindings>> {
  const rows = await tx<{ shown_on: string; kind: string }[]>`
    select s.shown_on, f.kind from finding_sessions s
    join findings f on f.session_key = s.session_key and f.id = s.finding_id
    where s.shown_on = any(${keys}) order by f.kind`;
  const found = new Map<string, { readonly kind: string }[]>();
  for (const { shown_on, kind } of rows) {
    const list = found.get(shown_on) ?? [];
    list.push({ kind });
    found.set(shown_on, list);
  }
  return found;
}
