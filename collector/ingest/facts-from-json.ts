import type { Fact } from '#domain/facts.ts';
import type { Rejections, Signal } from '../otlp/batch.ts';
import { decodeJson } from '../otlp/decode-json.ts';
import { RejectionTally } from '../otlp/rejection-tally.ts';
import { type IngestOptions, otlpToFacts } from './otlp-to-facts.ts';

export type JsonFactsResult =
  | {
      readonly ok: true;
      readonly facts: readonly Fact[];
      readonly passedOver: number;
      readonly rejected: Rejections;
    }
  | { readonly ok: false; readonly message: string };

/** Reads an OTLP/JSON document with traces, logs or both, as exporters write it to files. */
export function factsFromOtlpJson(text: string, options: IngestOptions): JsonFactsResult {
  const facts: Fact[] = [];
  const rejected = new RejectionTally();
  let passedOver = 0;
  for (const signal of ['traces', 'logs'] satisfies Signal[]) {
    const decoded = decodeJson(signal, text);
    if (!decoded.ok) return decoded;
    const result = otlpToFacts(decoded.batch, options);
    facts.push(...result.facts);
    rejected.addAll(result.rejected);
    passedOver += result.passedOver;
  }
  return { ok: true, facts, passedOver, rejected: rejected.result() };
}
