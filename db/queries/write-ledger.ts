import type postgres from 'postgres';
import type { Ledger } from '../rows/ledger.ts';

/** The channel on which judges are told that sessions became dirty; it carries nothing. */
export const DIRTY_CHANNEL = 'seamark_dirty';

/** Writes the ledger of new facts. Shared rows are taken in one order, so that writers never lock each other out. */
export async function writeLedger(tx: postgres.TransactionSql, ledger: Ledger): Promise<void> {
  const minute = Math.floor(Date.now() / 60_000);
  await tx`
    with input as (select ${JSON.stringify(ledger)}::text::json as of),
    new_dirty as (
      insert into dirty (session_key, from_at, to_at, facts)
      select session_key, from_at, to_at, facts
      from input, json_to_recordset(input.of->'dirty')
        as row(session_key text, from_at bigint, to_at bigint, facts bigint)
    ),
    new_aliases as (
      insert into aliases (alias_key, session_key, first_at)
      select alias_key, session_key, min(first_at)
      from input, json_to_recordset(input.of->'aliases')
        as row(alias_key text, session_key text, first_at bigint)
      group by alias_key, session_key order by alias_key, session_key
      on conflict (alias_key, session_key) do nothing
    ),
    new_arrivals as (
      insert into arrivals as seen (minute, service, instance, kind, facts, last_at)
      select ${minute}::bigint, service, instance, kind, sum(facts), max(last_at)
      from input, json_to_recordset(input.of->'arrivals')
        as row(service text, instance text, kind text, facts bigint, last_at bigint)
      group by service, instance, kind order by service, instance, kind
      on conflict (minute, service, instance, kind) do update
        set facts = seen.facts + excluded.facts, last_at = greatest(seen.last_at, excluded.last_at)
    )
    insert into services as seen (service, last_fact_at, last_heartbeat_at)
    select service, max(last_fact_at), max(last_heartbeat_at)
    from input, json_to_recordset(input.of->'services')
      as row(service text, last_fact_at bigint, last_heartbeat_at bigint)
    group by service order by service
    on conflict (service) do update set
      last_fact_at = greatest(seen.last_fact_at, excluded.last_fact_at),
      last_heartbeat_at = greatest(seen.last_heartbeat_at, excluded.last_heartbeat_at)`;
  await tx`select pg_notify(${DIRTY_CHANNEL}, '')`;
}
