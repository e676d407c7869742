import type { UnixNanos } from '../brand.ts';
import type { Finding } from '../judgement.ts';
import type { FindingKind } from '../words.ts';
import { clientNotRecovering } from './client-not-recovering.ts';
import { cursorNotLastReceived, cursorRewritten } from './cursors.ts';
import { doubleExecution } from './double-execution.ts';
import { duplicateDelivery } from './duplicate-delivery.ts';
import { eraViolation } from './era-violation.ts';
import { idRegression, idReuse, unresumableStream } from './event-ids.ts';
import { fabricatedContinuity } from './fabricated-continuity.ts';
import { fallback } from './fallback.ts';
import { foreignDelivery } from './foreign-delivery.ts';
import { fork } from './fork.ts';
import { gather } from './gather.ts';
import { lostEvent } from './lost-event.ts';
import { lostResult } from './lost-result.ts';
import { markerIgnored } from './marker-ignored.ts';
import type { Detector } from './occurrence.ts';
import { orphanEmission } from './orphan-emission.ts';
import { blockedByOrphan, rejectedIncarnation, resync } from './refusals.ts';
import { type FindingsInput, sceneOf } from './scene.ts';
import { unresolvedRequest } from './unresolved-request.ts';
import { unstableReplay } from './unstable-replay.ts';

/** Every kind of finding with what finds it, in the order of the table in domain.md section 6. */
const DETECTORS = {
  fabricated_continuity: fabricatedContinuity,
  double_execution: doubleExecution,
  foreign_delivery: foreignDelivery,
  fork,
  lost_result: lostResult,
  lost_event: lostEvent,
  unresolved_request: unresolvedRequest,
  duplicate_delivery: duplicateDelivery,
  unstable_replay: unstableReplay,
  orphan_emission: orphanEmission,
  rejected_incarnation: rejectedIncarnation,
  resync,
  marker_ignored: markerIgnored,
  cursor_not_last_received: cursorNotLastReceived,
  cursor_rewritten: cursorRewritten,
  fallback,
  client_not_recovering: clientNotRecovering,
  blocked_by_orphan: blockedByOrphan,
  id_reuse: idReuse,
  id_regression: idRegression,
  unresumable_stream: unresumableStream,
  era_violation: eraViolation,
} as const satisfies { readonly [K in FindingKind]: Detector & { readonly kind: FindingKind } };

export interface Findings {
  readonly findings: readonly Finding[];
  /** When it must be judged again though nothing arrives; absent: never. */
  readonly judgeAgainAt?: UnixNanos | undefined;
  /** Detectors that threw: contained, so that one fault hides no other finding. */
  readonly broken: readonly { readonly kind: FindingKind; readonly error: unknown }[];
}

/**
 * Everything found over a session and across sessions (domain.md section 6). A pure function of the set of facts, what was
 * judged of them, the context and the horizon: order, repetition and batching of the facts change nothing.
 */
export function findingsOf(input: FindingsInput): Findings {
  const scene = sceneOf(input);
  const findings: Finding[] = [];
  const broken: { kind: FindingKind; error: unknown }[] = [];
  let judgeAgainAt: UnixNanos | undefined;
  for (const detector of Object.values(DETECTORS)) {
    try {
      const found = gather(scene, detector);
      findings.push(...found.findings);
      if (
        found.judgeAgainAt !== undefined &&
        (judgeAgainAt === undefined || found.judgeAgainAt < judgeAgainAt)
      )
        judgeAgainAt = found.judgeAgainAt;
    } catch (error) {
      broken.push({ kind: detector.kind, error });
    }
  }
  return { findings: findings.sort(compareFindings), judgeAgainAt, broken };
}

function compareFindings(a: Finding, b: Finding): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export type { FindingsInput } from './scene.ts';
