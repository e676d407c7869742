import type { SessionKey, UnixNanos } from '../brand.ts';
import type { Fact } from '../facts.ts';
import type { Evidence, EvidenceSource } from '../judgement.ts';
import type { FindingKind, Severity, Strength } from '../words.ts';
import type { Scene } from './scene.ts';

/** One time that something was found. Occurrences of one kind and key near each other become one finding. */
export interface Occurrence {
  /** What it is about: occurrences of the same are repetition. */
  readonly key: string;
  readonly at: UnixNanos;
  readonly until?: UnixNanos | undefined;
  /** It counts only once the horizon is past this time: something may still happen that undoes it. */
  readonly due?: UnixNanos | undefined;
  readonly severity?: Severity | undefined;
  readonly strength?: Strength | undefined;
  readonly alsoOn?: readonly SessionKey[] | undefined;
  readonly tool?: string | undefined;
  readonly streamId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly attempts?: readonly string[] | undefined;
  readonly executions?: readonly string[] | undefined;
  /** The first one names the finding; it must be of a fact that no other occurrence starts with. */
  readonly evidence: readonly Evidence[];
  /** What happened, as a sentence without its full stop. */
  readonly what: string;
}

/** One kind of finding: how bad it is, how it is found, and how many of it are told in one sentence. */
export interface Detector {
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly find: (scene: Scene) => readonly Occurrence[];
  /** The sentence for several, without its full stop and without how often; default: that of the first. */
  readonly many?: (run: readonly Occurrence[]) => string;
}

/** A detector, checked to be complete. */
export const defineDetector = (detector: Detector): Detector => detector;

/** A piece of evidence out of a fact. */
export function seen(
  fact: Fact,
  name: string,
  value: string | number | undefined,
  source: EvidenceSource = 'observed',
): Evidence {
  return { name, value: String(value ?? ''), source, fact: fact.id, at: fact.at };
}
