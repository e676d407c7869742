import type { Json } from '#domain/api-types.ts';
import { factId, sessionKey, type UnixNanos } from '#domain/brand.ts';
import { fromIso } from '#domain/iso-time.ts';
import type { Disturbance, Execution } from '#domain/judgement.ts';

/** A stored execution as the domain knows it. */
export function executionFromBody(body: Json<Execution>): Execution {
  const { deliveredAt, ...rest } = body;
  return {
    ...rest,
    session: sessionKey(rest.session),
    at: timeOf(rest.at),
    end: timeOf(rest.end),
    facts: rest.facts.map(factId),
    ...(deliveredAt === undefined ? {} : { deliveredAt: timeOf(deliveredAt) }),
  };
}

/** A stored disturbance as the domain knows it. */
export function disturbanceFromBody(body: Json<Disturbance>): Disturbance {
  return {
    ...body,
    at: timeOf(body.at),
    fact: factId(body.fact),
    session: sessionKey(body.session),
  };
}

/** Bodies are written by `toJson`, which writes times that `fromIso` reads. */
function timeOf(iso: string): UnixNanos {
  const at = fromIso(iso);
  if (at === undefined) throw new Error('a stored time is not ISO 8601');
  return at;
}
