import { eventId } from '#domain/brand.ts';
import type { FactCommon, ResumptionFact } from '#domain/facts.ts';
import { oneOf, STREAM_ORIGINS } from '#domain/words.ts';
import { nanosOf } from './clock.ts';
import type { Words } from './words.ts';

type Draft = { -readonly [K in keyof ResumptionFact]?: ResumptionFact[K] };
/** What a clause says, given what was said before it. */
type Clause = (words: Words, draft: Draft) => Draft;

const STATES = ['live', 'missing', 'expired', 'uninitialized', 'none', 'unknown'] as const;
const ECHOES = ['same', 'different', 'absent', 'unknown'] as const;
const CURSORS = ['unknown', 'evicted', 'unparseable', 'absent'] as const;
const TOKENS = ['present', 'absent', 'unknown', 'unused'] as const;
const PREDECESSORS = ['none', 'closed', 'fenced', 'live', 'unknown'] as const;
const OUTCOMES = ['replayed', 'resynced', 'refused', 'new_stream', 'failed', 'unknown'] as const;
const MARKERS = ['none', 'resumed', 'new_stream', 'resync', 'unknown'] as const;
const RESPONSES = ['stream', 'json', 'empty'] as const;
const REPLAYS = ['complete', 'aborted', 'running'] as const;
/** `STREAM#ORDINAL@INCARNATION`, each part optional. */
const POSITION = /^([^#@]+)?(?:#(-?\d+))?(?:@(.+))?$/;

interface Place {
  readonly streamId?: string | undefined;
  readonly ordinal?: number | undefined;
  readonly incarnation?: string | undefined;
}

function placeOf(words: Words): Place {
  const [, streamId, ordinal, incarnation] = POSITION.exec(words.next('a position')) ?? [];
  return { streamId, ordinal: ordinal === undefined ? undefined : Number(ordinal), incarnation };
}

/** An id of the form `STREAM:ORDINAL`, as the emissions of a story have unless they say otherwise. */
function placeInId(id: string, incarnation: string | undefined): Place {
  const [, streamId, ordinal] = /^(.+):(\d+)$/.exec(id) ?? [];
  return ordinal === undefined ? {} : { streamId, ordinal: Number(ordinal), incarnation };
}

/** What an honest and well instrumented server attests, to be said otherwise by the words that follow. */
function attestAll(draft: Draft): Draft {
  const place = placeInId(draft.lastEventId ?? '', draft.incarnation);
  return {
    sessionState: 'live',
    sessionEcho: 'same',
    predecessor: 'closed',
    token: 'unused',
    namespacing: 'stream',
    activeSequences: 1,
    marker: 'none',
    origin: 'get',
    streamState: 'open',
    ...(place.streamId === undefined ? {} : { streamId: place.streamId }),
    ...(draft.lastEventId === undefined ? {} : cursorFields(place)),
  };
}

/** Only the parts that are named: a line may correct one of them. */
function cursorFields({ streamId, ordinal, incarnation }: Place): Draft {
  return {
    cursorState: 'resolved',
    cursorSession: 'same',
    ...(streamId === undefined ? {} : { cursorStreamId: streamId }),
    ...(ordinal === undefined ? {} : { cursorOrdinal: ordinal }),
    ...(incarnation === undefined ? {} : { cursorIncarnation: incarnation }),
  };
}

function firstFields({ streamId, ordinal, incarnation }: Place): Draft {
  return {
    ...(streamId === undefined ? {} : { firstStreamId: streamId }),
    ...(ordinal === undefined ? {} : { firstOrdinal: ordinal }),
    ...(incarnation === undefined ? {} : { firstIncarnation: incarnation }),
  };
}

const ASKED: Readonly<Record<string, Clause>> = {
  GET: () => ({ httpMethod: 'GET' }),
  POST: () => ({ httpMethod: 'POST' }),
  with: (words) => ({ lastEventId: eventId(words.next('the cursor')) }),
  without: (words) => {
    words.oneOf(['cursor'], 'what is missing');
    return { cursorState: 'absent' };
  },
  sound: (_, draft) => attestAll(draft),
  session: (words) => ({ sessionState: words.oneOf(STATES, "the session's state") }),
  echo: (words) => ({ sessionEcho: words.oneOf(ECHOES, "the session's echo") }),
  cursor: (words) => {
    const named = CURSORS.some((word) => word === words.peek());
    return named ? { cursorState: words.oneOf(CURSORS, "the cursor's state") } : cursorFields(placeOf(words));
  },
  foreign: () => ({ cursorSession: 'other' }),
  on: (words) => ({ streamId: words.next('the stream served') }),
  origin: (words) => ({ origin: words.oneOf(STREAM_ORIGINS, "the stream's origin") }),
  seq: (words) => ({ sequence: words.next('the sequence') }),
  window: (words) => {
    const [, floor, highWater] = /^(-?\d+)\.\.(-?\d+)$/.exec(words.next('the window')) ?? [];
    return floor === undefined
      ? words.fail('a window is such as 1..44')
      : { floor: Number(floor), highWater: Number(highWater) };
  },
  predecessor: (words) => ({ predecessor: words.oneOf(PREDECESSORS, 'the predecessor') }),
  token: (words) => {
    const token = words.oneOf(TOKENS, 'the token');
    return token === 'present' ? { token, tokenStreamId: words.next("the token's stream") } : { token };
  },
  rival: (words) => ({
    rivalStreamId: words.next('the rival stream'),
    rivalIdleMs: millis(words, 'how long the rival was idle'),
  }),
  grace: (words) => ({ graceMs: millis(words, 'the grace') }),
};

const ANSWERED: Readonly<Record<string, Clause>> = {
  marked: (words) => ({ marker: words.oneOf(MARKERS, 'the marker') }),
  first: (words, draft) => {
    const id = words.next('the first event id');
    const named = draft.namespacing === 'stream' ? firstFields(placeInId(id, draft.incarnation)) : {};
    return { firstEventId: eventId(id), ...named };
  },
  at: (words) => firstFields(placeOf(words)),
  foreign: () => ({ firstSession: 'other' }),
  count: (words) => ({ replayedCount: words.number('the number replayed') }),
  code: (words) => ({ errorCode: words.next('the error code') }),
  retry: (words) => ({ retryAfterS: Math.round(millis(words, 'retry after') / 1000) }),
  earliest: (words) => ({ resyncEarliest: words.number('the earliest ordinal'), resyncUnrecoverable: true }),
  claims: (words) => ({ claimed: words.next('the claim') }),
};

function millis(words: Words, what: string): number {
  const word = words.next(what);
  const nanos = nanosOf(word);
  return nanos === undefined
    ? words.fail(`${what} must be a time such as 30s, not "${word}"`)
    : Number(nanos / 1_000_000n);
}

function answerWord(words: Words, draft: Draft): Draft {
  const word = words.next('the answer');
  const clause = ANSWERED[word];
  if (clause) return clause(words, draft);
  if (/^\d{3}$/.test(word)) return { status: Number(word) };
  const outcome = oneOf(OUTCOMES, word);
  const responseKind = oneOf(RESPONSES, word);
  const replayState = oneOf(REPLAYS, word);
  if (outcome) return { outcome };
  if (responseKind) return { responseKind };
  return replayState ? { replayState } : words.fail(`"${word}" says nothing of an answer`);
}

function requestWord(words: Words, draft: Draft): Draft {
  const word = words.next('the request');
  const clause = ASKED[word] ?? words.fail(`"${word}" says nothing of a request; the answer follows "->"`);
  return clause(words, draft);
}

/** Reads `resume with CURSOR ... -> STATUS ...`. */
export function resumptionOf(common: FactCommon, words: Words): ResumptionFact {
  let draft: Draft = { incarnation: common.incarnation };
  while (words.more && words.peek() !== '->') draft = { ...draft, ...requestWord(words, draft) };
  if (words.more) words.next('->');
  while (words.more) draft = { ...draft, ...answerWord(words, draft) };
  return { httpMethod: 'GET', ...common, ...draft, kind: 'resumption', thin: false };
}
