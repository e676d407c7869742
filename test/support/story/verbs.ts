import { eventId, sessionKey } from '#domain/brand.ts';
import type { EventRef, ExecutionFact, Fact, FactCommon, StreamRef } from '#domain/facts.ts';
import {
  CLOSE_REASONS,
  DETACH_REASONS,
  EVENT_KINDS,
  oneOf,
  REQUEST_OUTCOMES,
  SESSION_ORIGINS,
  STREAM_ORIGINS,
} from '#domain/words.ts';
import { resumptionOf } from './resumption.ts';
import type { Words } from './words.ts';

type Verb = (common: FactCommon, words: Words) => Fact;

function opens(common: FactCommon, words: Words): Fact {
  words.next('the session');
  const origin =
    words.more && words.peek() !== 'inferred'
      ? words.oneOf(SESSION_ORIGINS, "the session's origin")
      : undefined;
  const inferred = words.more && words.oneOf(['inferred'], 'after the session') === 'inferred';
  return { ...common, kind: 'open', sessionOrigin: inferred ? origin : (origin ?? 'initialized'), inferred };
}

function closes(common: FactCommon, words: Words): Fact {
  const closeReason = words.more ? words.oneOf(CLOSE_REASONS, 'why it closed') : undefined;
  return { ...common, kind: 'close', closeReason };
}

/** `STREAM [get|post|legacy_sse] [CONNECTION] [for REQUEST] [seq SEQUENCE]` in any order after the stream. */
function streamOf(words: Words, stop: (word: string) => boolean = () => false): StreamRef {
  const ref: { -readonly [K in keyof StreamRef]: StreamRef[K] } = { streamId: words.next('the stream') };
  while (words.more && !stop(words.peek() ?? '')) {
    const word = words.next('more of the stream');
    if (word === 'for') ref.streamRequestId = words.next('the request');
    else if (word === 'seq') ref.sequence = words.next('the sequence');
    else if (oneOf(STREAM_ORIGINS, word)) ref.origin = oneOf(STREAM_ORIGINS, word);
    else if (ref.connectionId === undefined)
      ref.connectionId = word === 'on' ? words.next('the connection') : word;
    else words.fail(`"${word}" says nothing of a stream`);
  }
  return ref;
}

function detaches(common: FactCommon, words: Words): Fact {
  const ref = streamOf(words, (word) => oneOf(DETACH_REASONS, word) !== undefined);
  const detachReason = words.more ? words.oneOf(DETACH_REASONS, 'why it detached') : undefined;
  return { ...common, ...ref, kind: 'detach', detachReason };
}

function evicts(common: FactCommon, words: Words): Fact {
  const streamId = words.next('the stream');
  words.oneOf(['floor'], 'after the stream');
  return { ...common, kind: 'evict', streamId, floor: words.number('the floor') };
}

type EventDraft = { -readonly [K in keyof EventRef]: EventRef[K] } & { replayed?: boolean };

/** `STREAM #ORDINAL [KIND] [of REQUEST] [on CONNECTION] [id ID|noid] [digest D] [replayed]`. */
function eventOf(words: Words): EventDraft {
  const event: EventDraft = { streamId: words.next('the stream'), eventKind: 'notification' };
  if (words.peek()?.startsWith('#')) event.ordinal = Number(words.next('the ordinal').slice(1));
  if (event.ordinal !== undefined) event.eventId = eventId(`${event.streamId}:${event.ordinal}`);
  while (words.more) eventWord(words, event);
  return event;
}

function eventWord(words: Words, event: EventDraft): void {
  const word = words.next('more of the event');
  if (word === 'of' || word === 'for') event.requestId = words.next('the request');
  else if (word === 'on') event.connectionId = words.next('the connection');
  else if (word === 'id') event.eventId = eventId(words.next('the event id'));
  else if (word === 'noid') event.eventId = undefined;
  else if (word === 'digest') event.digest = words.next('the digest');
  else if (word === 'replayed') event.replayed = true;
  else if (oneOf(STREAM_ORIGINS, word)) event.origin = oneOf(STREAM_ORIGINS, word);
  else event.eventKind = oneOf(EVENT_KINDS, word) ?? words.fail(`"${word}" says nothing of an event`);
}

function emits(common: FactCommon, words: Words): Fact {
  const { replayed = false, ...event } = eventOf(words);
  return { ...common, ...event, kind: 'emit', replayed };
}

function receives(common: FactCommon, words: Words): Fact {
  const { replayed: _, ...event } = eventOf(words);
  return { ...common, observer: asSeen(common), ...event, kind: 'receive' };
}

/** Only clients and proxies receive and ask; a story need not say so each time. */
function asSeen(common: FactCommon): FactCommon['observer'] {
  return common.observer === 'server' ? 'client' : common.observer;
}

/** `REQUEST [METHOD] [OUTCOME] [status N]`. */
function requests(common: FactCommon, words: Words): Fact {
  const requestId = words.next('the request');
  const method =
    words.peek()?.includes('/') || words.peek() === 'initialize' ? words.next('the method') : 'tools/call';
  const status = words.pluck('status');
  const outcome = words.more ? words.oneOf(REQUEST_OUTCOMES, 'what became of it') : undefined;
  const seen = { requestId, method, status: status === undefined ? undefined : Number(status), outcome };
  return { ...common, observer: asSeen(common), incarnation: undefined, kind: 'request', ...seen };
}

const HINTS = {
  'read-only': { readOnly: true },
  idempotent: { idempotent: true },
  destructive: { destructive: true },
  deduplicated: { deduplicated: true },
  'low-trust': { requestIdLowTrust: true },
} as const satisfies Readonly<Record<string, Partial<ExecutionFact>>>;

/** `TOOL [for REQUEST] [args DIGEST] [key KEY] [error CODE] [read-only] [idempotent] [destructive] [deduplicated] [low-trust]`. */
function runs(common: FactCommon, words: Words): Fact {
  const said: { -readonly [K in keyof ExecutionFact]?: ExecutionFact[K] } = { tool: words.next('the tool') };
  while (words.more) {
    const word = words.next('more of the call');
    if (word === 'for') said.requestId = words.next('the request');
    else if (word === 'args') said.argumentsDigest = words.next('the digest');
    else if (word === 'key') said.idempotencyKey = words.next('the key');
    else if (word === 'error') said.error = words.next('the error');
    else Object.assign(said, isHint(word) ? HINTS[word] : words.fail(`"${word}" says nothing of a call`));
  }
  return { ...common, requestIdLowTrust: false, deduplicated: false, ...said, kind: 'execution' };
}

function isHint(word: string): word is keyof typeof HINTS {
  return Object.hasOwn(HINTS, word);
}

const VERBS: Readonly<Record<string, Verb>> = {
  open: opens,
  close: closes,
  alias: (common, words) => ({ ...common, kind: 'alias', aliasOf: sessionKey(words.next('the other id')) }),
  attach: (common, words) => ({ ...common, ...streamOf(words), kind: 'attach' }),
  detach: detaches,
  fence: (common, words) => ({ ...common, ...streamOf(words), kind: 'fence' }),
  emit: emits,
  receive: receives,
  evict: evicts,
  resume: resumptionOf,
  request: requests,
  run: runs,
  beat: (common) => ({ ...common, kind: 'heartbeat' }),
};

/** The verb that a word names: `attach`, `attaches` and `aliases` alike. */
export function verbOf(word: string): { readonly name: string; readonly read: Verb } | undefined {
  const name = Object.keys(VERBS).find(
    (verb) => word === verb || word === `${verb}s` || word === `${verb}es`,
  );
  const read = name === undefined ? undefined : VERBS[name];
  return name === undefined || read === undefined ? undefined : { name, read };
}
