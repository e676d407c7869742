import { type SessionIds, traceSessionKey } from '#db/session-ids.ts';
import { factId, unixNanos } from '#domain/brand.ts';
import type { AttributeValue, Fact } from '#domain/facts.ts';
import { ATTR_MCP_SESSION_ID } from '#semconv';
import type {
  OtlpBatch,
  OtlpGroup,
  OtlpLogRecord,
  OtlpSpan,
  RejectionCode,
  Rejections,
} from '../otlp/batch.ts';
import { RejectionTally } from '../otlp/rejection-tally.ts';
import { AttributeReader } from './attribute-reader.ts';
import { buildFact } from './build-fact.ts';
import type { Candidate, Sender } from './candidate.ts';
import { type FactPlan, planByName, planOfSpan } from './fact-plan.ts';
import type { KnownSessionIds } from './known-session-ids.ts';
import { logDigest } from './log-digest.ts';
import { withOwnMarks } from './own-marks.ts';
import { type CleanAttributes, Sanitiser } from './sanitise.ts';
import { senderOf } from './sender.ts';
import { type AcceptedTimes, whyRefused } from './time-range.ts';
import { distrustedOf } from './untrusted.ts';

export interface IngestOptions {
  readonly sessionIds: SessionIds;
  /** Shared between batches of one process; a memory of its own where absent. */
  readonly known?: KnownSessionIds | undefined;
  /** Which times are taken; all where absent. */
  readonly times?: AcceptedTimes | undefined;
}

export interface IngestResult {
  readonly facts: readonly Fact[];
  /** Spans and log records that are none of Seamark's business. */
  readonly passedOver: number;
  /** Spans and log records of which a part or all was refused; also those that could not be decoded. */
  readonly rejected: Rejections;
}

/** Work is handed out in portions of this many spans, so that a large batch need not hold the event loop. */
const PORTION = 64;
/** Longer values are not copied from a span to each of its events for display: a segment has a hundred. */
const MAX_INHERITED_TEXT = 256;
const NOTHING: ReadonlySet<string> = new Set();
const SESSION_DISTRUSTED: ReadonlySet<string> = new Set([ATTR_MCP_SESSION_ID]);

/** Turns a decoded request into facts (telemetry.md), free of secrets and in a form that can be stored. */
export function otlpToFacts(batch: OtlpBatch, options: IngestOptions): IngestResult {
  const work = otlpToFactsInPortions(batch, options);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same, giving way after every portion. */
export function* otlpToFactsInPortions(
  batch: OtlpBatch,
  options: IngestOptions,
): Generator<undefined, IngestResult> {
  const sanitiser = new Sanitiser(options.sessionIds, options.known);
  yield* learn(batch, sanitiser);
  const intake = new Intake(sanitiser, options);
  intake.rejected.addAll(batch.rejected);
  let portion = 0;
  for (const group of batch.groups) {
    const origin = intake.originOf(group);
    for (const item of [...group.spans, ...group.logs]) {
      if ('kind' in item) intake.takeSpan(item, origin);
      else intake.takeLog(item, origin);
      portion += 1;
      if (portion % PORTION === 0) yield undefined;
    }
  }
  return { facts: intake.facts, passedOver: intake.passedOver, rejected: intake.rejected.result() };
}

/** Before anything is sanitised: an id known from one span may stand in another one's attributes. */
function* learn(batch: OtlpBatch, sanitiser: Sanitiser): Generator<undefined, void> {
  let portion = 0;
  for (const group of batch.groups) {
    sanitiser.learn(group.resource);
    for (const item of [...group.spans, ...group.logs]) {
      sanitiser.learn(item.attributes);
      if ('events' in item) for (const event of item.events) sanitiser.learn(event.attributes);
      portion += 1;
      if (portion % PORTION === 0) yield undefined;
    }
  }
}

/** What holds for all items of one group. */
interface Origin {
  readonly group: OtlpGroup;
  readonly sender: Sender;
  readonly scope: string;
  readonly distrusted: ReadonlySet<string>;
}

interface Refusal {
  readonly code: RejectionCode;
  readonly sentence: string;
}

class Intake {
  readonly facts: Fact[] = [];
  readonly rejected = new RejectionTally();
  passedOver = 0;
  readonly #sanitiser: Sanitiser;
  readonly #options: IngestOptions;

  constructor(sanitiser: Sanitiser, options: IngestOptions) {
    this.#sanitiser = sanitiser;
    this.#options = options;
  }

  originOf(group: OtlpGroup): Origin {
    return {
      group,
      sender: senderOf(group.resource, this.#sanitiser),
      scope: this.#sanitiser.text(group.scope.name),
      distrusted: distrustedIn(group),
    };
  }

  takeSpan(span: OtlpSpan, origin: Origin): void {
    const plan = planOfSpan(span, new AttributeReader([span.attributes]));
    const events = span.events.flatMap((event, index) => {
      const eventPlan = planByName(event.name);
      return eventPlan ? [{ event, index, plan: eventPlan }] : [];
    });
    if (!plan && events.length === 0) {
      this.passedOver += 1;
      return;
    }
    const own = this.#sanitiser.clean(span.attributes);
    const base = spanBase(span, origin);
    let refusal: Refusal | undefined;
    if (plan) {
      refusal = this.#refusal('the span', span.start, span.end);
      const [at, end] = [unixNanos(span.start), unixNanos(span.end === 0n ? span.start : span.end)];
      const id = factId(`${span.traceId}:${span.spanId}:s`);
      if (!refusal) this.#take(plan, { id, at, end, ...described(own), ...base });
    }
    const shown = events.length === 0 ? [] : inheritable(own);
    for (const { event, index, plan: eventPlan } of events) {
      const bad = this.#refusal(`event ${index}`, event.time, event.time);
      refusal ??= bad;
      if (bad) continue;
      const [at, id] = [unixNanos(event.time), factId(`${span.traceId}:${span.spanId}:${index}`)];
      const inherited = { all: own, shown };
      const description = described(this.#sanitiser.clean(event.attributes), inherited);
      this.#take(eventPlan, { id, at, end: at, ...description, ...base });
    }
    if (refusal) this.rejected.add(refusal.code, refusal.sentence);
  }

  takeLog(log: OtlpLogRecord, origin: Origin): void {
    const plan = planByName(eventNameOf(log));
    if (!plan) {
      this.passedOver += 1;
      return;
    }
    const refusal = this.#refusal('the log record', log.time, log.time);
    if (refusal) {
      this.rejected.add(refusal.code, refusal.sentence);
      return;
    }
    const digest = logDigest(log, { resource: origin.group.resource, salt: this.#options.sessionIds.salt });
    const at = unixNanos(log.time);
    const candidate: Candidate = {
      id: factId(`l:${digest}`),
      at,
      end: at,
      traceId: log.traceId ?? '',
      spanId: log.spanId ?? '',
      parentSpanId: undefined,
      sender: origin.sender,
      scope: origin.scope,
      spanKind: 'unspecified',
      failed: false,
      distrusted: origin.distrusted,
      fallbackSession: traceSessionKey(log.traceId ?? digest),
      ...described(this.#sanitiser.clean(log.attributes)),
    };
    this.#take(plan, candidate);
  }

  #take(plan: FactPlan, candidate: Candidate): void {
    const fact = buildFact(plan, candidate);
    this.facts.push(this.#sanitiser.marked ? withOwnMarks(fact) : fact);
  }

  #refusal(what: string, at: bigint, end: bigint): Refusal | undefined {
    const why = whyRefused({ at, end }, this.#options.times);
    return why && { code: why.code, sentence: `${what} ${why.sentence}` };
  }
}

type SpanBase = Omit<Candidate, 'id' | 'at' | 'end' | 'reader' | 'attributes'>;

function spanBase(span: OtlpSpan, origin: Origin): SpanBase {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    sender: origin.sender,
    scope: origin.scope,
    spanKind: span.kind,
    failed: span.failed,
    distrusted: origin.distrusted,
    fallbackSession: traceSessionKey(span.traceId),
  };
}

interface Inherited {
  readonly all: CleanAttributes;
  /** What is shown of them with each event. */
  readonly shown: readonly (readonly [string, AttributeValue])[];
}

function inheritable(attributes: CleanAttributes): Inherited['shown'] {
  return [...attributes].filter(
    ([, value]) => typeof value !== 'string' || value.length <= MAX_INHERITED_TEXT,
  );
}

/** The reader and the attributes for display; a fact's own attributes win over those it inherits. */
function described(own: CleanAttributes, inherited?: Inherited): Pick<Candidate, 'reader' | 'attributes'> {
  const attributes: Record<string, AttributeValue> = {};
  if (inherited) for (const [key, value] of inherited.shown) setOwn(attributes, key, value);
  for (const [key, value] of own) setOwn(attributes, key, value);
  return { reader: new AttributeReader(inherited ? [own, inherited.all] : [own]), attributes };
}

/** Plain assignment, which is fast; but to `__proto__` it would set the prototype. */
function setOwn(attributes: Record<string, AttributeValue>, key: string, value: AttributeValue): void {
  if (key === '__proto__')
    Object.defineProperty(attributes, key, { value, enumerable: true, configurable: true, writable: true });
  else attributes[key] = value;
}

/**
 * A session id on the resource belongs to the process, not to a client's session (Shinzo sets one at start and
 * repeats it on every span): never joined on.
 */
function distrustedIn(group: OtlpGroup): ReadonlySet<string> {
  const byScope = distrustedOf(group.scope.name);
  const ofProcess = group.resource.has(ATTR_MCP_SESSION_ID) ? SESSION_DISTRUSTED : NOTHING;
  return ofProcess.size === 0 ? byScope : new Set([...byScope, ...ofProcess]);
}

/** `event_name`, or the attribute that stood for it before the field existed. */
function eventNameOf(log: OtlpLogRecord): string {
  if (log.eventName !== '') return log.eventName;
  const older = log.attributes.get('event.name');
  return typeof older === 'string' ? older : '';
}
