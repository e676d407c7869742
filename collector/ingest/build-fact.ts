import { assertUnreachable } from '#domain/assert-unreachable.ts';
import type { Fact } from '#domain/facts.ts';
import {
  FACT_HEARTBEAT,
  FACT_REQUEST,
  FACT_RESUMPTION,
  FACT_SESSION_ALIAS,
  FACT_SESSION_CLOSE,
  FACT_SESSION_OPEN,
  FACT_STREAM_ATTACH,
  FACT_STREAM_DETACH,
  FACT_STREAM_EMIT,
  FACT_STREAM_EVICT,
  FACT_STREAM_FENCE,
  FACT_STREAM_RECEIVE,
  type FactName,
} from '#semconv';
import { callFact, executionFact, requestFact } from './call-facts.ts';
import type { Candidate } from './candidate.ts';
import { commonOf } from './common-fields.ts';
import type { FactPlan } from './fact-plan.ts';
import { resumptionFact } from './resumption-fact.ts';
import { aliasFact, closeFact, inferredOpenFact, openFact } from './session-facts.ts';
import { attachFact, detachFact, emitFact, evictFact, fenceFact, receiveFact } from './stream-facts.ts';

/** Makes the fact that was planned. Every field that the attributes do not give is absent: unknown. */
export function buildFact(plan: FactPlan, candidate: Candidate): Fact {
  switch (plan.as) {
    case 'named':
      return namedFact(plan.name, candidate);
    case 'attempt':
      return resumptionFact(candidate, plan.thin);
    case 'execution':
      return executionFact(candidate);
    case 'call':
      return callFact(candidate);
    case 'initialize':
      return inferredOpenFact(candidate);
    default:
      return assertUnreachable(plan);
  }
}

function namedFact(name: FactName, candidate: Candidate): Fact {
  switch (name) {
    case FACT_SESSION_OPEN:
      return openFact(candidate);
    case FACT_SESSION_CLOSE:
      return closeFact(candidate);
    case FACT_SESSION_ALIAS:
      return aliasFact(candidate);
    case FACT_STREAM_ATTACH:
      return attachFact(candidate);
    case FACT_STREAM_DETACH:
      return detachFact(candidate);
    case FACT_STREAM_FENCE:
      return fenceFact(candidate);
    case FACT_STREAM_EMIT:
      return emitFact(candidate);
    case FACT_STREAM_RECEIVE:
      return receiveFact(candidate);
    case FACT_STREAM_EVICT:
      return evictFact(candidate);
    case FACT_RESUMPTION:
      return resumptionFact(candidate, false);
    case FACT_HEARTBEAT:
      return { ...commonOf(candidate), kind: 'heartbeat' };
    case FACT_REQUEST:
      return requestFact(candidate);
    default:
      return assertUnreachable(name);
  }
}
