import { createServer } from 'node:http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { type SessionKey, unixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT, type SessionContext } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { judge, questionsOf } from '#domain/judge.ts';
import type { Judgement } from '#domain/judgement.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';

const SESSION_IDS = createSessionIds({ secretKey: 'a secret key for tests only', mode: 'hashed' });
const HOUR_NS = 3_600_000_000_000n;

/** Judges one session of what was reported: through the official exporter, the collector's reading, and the domain. */
export async function judged(spans: readonly ReadableSpan[], sessionId: string): Promise<Judgement> {
  const read = factsFromOtlpJson(await exported(spans), { sessionIds: SESSION_IDS });
  if (!read.ok) throw new Error(read.message);
  if (read.rejected.count > 0) throw new Error(JSON.stringify(read.rejected));
  const { facts } = read;
  const session = SESSION_IDS.keyOf(sessionId);
  const ends = facts.map((fact) => fact.end).sort((a, b) => (a < b ? -1 : 1));
  const horizon = unixNanos((ends.at(-1) ?? 0n) + HOUR_NS);
  const own = facts.filter((fact) => fact.session === session);
  const settings = DEFAULT_SETTINGS;
  return judge({ session, facts: own, context: contextOf(facts, session), horizon, settings });
}

/** What the store would answer: what other sessions of these facts have to do with this one. */
function contextOf(facts: readonly Fact[], session: SessionKey): SessionContext {
  const own = facts.filter((fact) => fact.session === session);
  const { eventIds } = questionsOf(own, DEFAULT_SETTINGS);
  const others = [...new Set(facts.map((fact) => fact.session))].filter((key) => key !== session);
  return {
    foreignEmissions: facts.flatMap((fact) =>
      fact.kind === 'emit' &&
      fact.session !== session &&
      fact.eventId !== undefined &&
      eventIds.includes(fact.eventId)
        ? [{ eventId: fact.eventId, session: fact.session, fact: fact.id, at: fact.at }]
        : [],
    ),
    relatedExecutions: others.flatMap((key) => {
      const { executions, disturbances } = judgeAlone(facts, key);
      return executions.map((execution) => ({ execution, disturbances }));
    }),
    clientOpens: facts.flatMap((fact) =>
      fact.kind === 'open' && fact.clientId !== undefined
        ? [{ clientId: fact.clientId, session: fact.session, at: fact.at }]
        : [],
    ),
  };
}

function judgeAlone(facts: readonly Fact[], session: SessionKey): Judgement {
  const own = facts.filter((fact) => fact.session === session);
  const horizon = unixNanos((own.at(-1)?.end ?? 0n) + HOUR_NS);
  return judge({ session, facts: own, context: EMPTY_CONTEXT, horizon, settings: DEFAULT_SETTINGS });
}

/** The spans as the official exporter sends them. */
async function exported(spans: readonly ReadableSpan[]): Promise<string> {
  let body = '';
  const server = createServer((req, res) => {
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => res.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` });
  try {
    await new Promise<void>((resolve, reject) => {
      exporter.export([...spans], (result) => (result.error ? reject(result.error) : resolve()));
    });
  } finally {
    await exporter.shutdown();
    server.closeAllConnections();
    server.close();
  }
  return body;
}
