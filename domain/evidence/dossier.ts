import type { AttemptViews } from '../attempts/views.ts';
import type { EventId, UnixNanos } from '../brand.ts';
import type { SessionContext } from '../context.ts';
import type { ResumptionFact } from '../facts.ts';
import type { History } from '../history/history.ts';
import type { Life } from '../history/lives.ts';
import type { Sighting } from '../history/sightings.ts';
import type { Waiting } from '../log/waiting.ts';
import type { JudgeSettings } from '../settings.ts';
import type { Given, StreamOrigin } from '../words.ts';
import type { Known } from './known.ts';
import type { Slots } from './slots.ts';

/** A stream's place in the log, with what is known of each part. */
export interface Place {
  readonly streamId?: Known<string> | undefined;
  readonly origin?: Known<StreamOrigin> | undefined;
  readonly sequence?: Known<string> | undefined;
  readonly incarnation?: Known<string> | undefined;
  readonly ordinal?: Known<number> | undefined;
}

export interface SessionEvidence {
  readonly state?: Known<NonNullable<ResumptionFact['sessionState']>> | undefined;
  /** The newest life then, when it had not ended. */
  readonly open?: Life | undefined;
  /** The newest life then, when it had ended. */
  readonly closed?: Life | undefined;
  readonly liveIncarnation?: Known<string> | undefined;
  readonly echo?: Known<NonNullable<ResumptionFact['sessionEcho']>> | undefined;
  /** An alias of the same incarnation explains another id in the answer. */
  readonly alias?: Known<string> | undefined;
}

export interface CursorEvidence extends Place {
  /** The request had a cursor: its id is reported, or what it resolved to. */
  readonly presented: boolean;
  readonly id?: Known<EventId> | undefined;
  readonly state?: Known<NonNullable<ResumptionFact['cursorState']>> | undefined;
  readonly session?: Known<'same' | 'other'> | undefined;
  /** Where the id was seen in this session, up to the end of the attempt. */
  readonly seen: readonly Sighting[];
  /** Streams on which the id was seen, and which of them is the cursor's, where that can be told. */
  readonly seenOn: readonly string[];
  readonly emission?: Sighting | undefined;
  /** What the server resolved it to, whether or not that is proven. */
  readonly claimedStreamId?: Known<string> | undefined;
  readonly serverResolved: boolean;
  /** Only digits: such an id names nothing but a number. */
  readonly bare: boolean;
}

export interface FirstEvidence extends Place {
  readonly eventId?: Known<EventId> | undefined;
  readonly session?: Known<'same' | 'other'> | undefined;
  readonly sighting?: Sighting | undefined;
}

export interface StreamEvidence {
  readonly served: Place;
  readonly state?: Known<NonNullable<ResumptionFact['streamState']>> | undefined;
  /** Of the cursor's stream: as the server attests it, and as it was seen. */
  readonly attestedHigh?: Known<number> | undefined;
  readonly observedHigh?: Known<number> | undefined;
  /** The greater of both. */
  readonly high?: Known<number> | undefined;
  /** What a replay owed: as `high`, without what reached the new connection live while it ran. */
  readonly replayHigh?: Known<number> | undefined;
  readonly floor?: Known<number> | undefined;
  /** Ordinals of the cursor's stream that carry nothing: neither replayed nor owed. */
  readonly silent: ReadonlySet<number>;
  readonly fence?: Known<string> | undefined;
  readonly activeSequences?: Known<number> | undefined;
  readonly namespacing?: Known<NonNullable<ResumptionFact['namespacing']>> | undefined;
}

/** Another standalone stream of the same slot. */
export interface Rival {
  readonly streamId: Known<string>;
  readonly idleMs?: Known<number> | undefined;
  readonly fenced?: Known<string> | undefined;
  readonly emitsAfter?: Sighting | undefined;
  /** True when this very attempt names or makes it a rival; false for one of an earlier reconnect. */
  readonly direct: boolean;
}

export interface OthersEvidence {
  readonly predecessor?: Known<'none' | 'closed' | 'fenced' | 'live'> | undefined;
  readonly rivals: readonly Rival[];
  readonly graceMs?: Known<number> | undefined;
}

export interface AnswerEvidence {
  readonly status?: Known<number> | undefined;
  readonly kind?: Known<NonNullable<ResumptionFact['responseKind']>> | undefined;
  readonly marker?: Known<NonNullable<ResumptionFact['marker']>> | undefined;
  readonly outcome?: Known<NonNullable<ResumptionFact['outcome']>> | undefined;
  readonly errorCode?: Known<string> | undefined;
  readonly retryAfterS?: Known<number> | undefined;
  readonly streamEcho?: Known<NonNullable<ResumptionFact['streamEcho']>> | undefined;
  readonly count?: Known<number> | undefined;
  /** Whether the count is final (domain.md section 4); absent: not known. */
  readonly ended?: boolean | undefined;
  readonly earliest?: Known<number> | undefined;
  readonly unrecoverable?: Known<boolean> | undefined;
}

export interface TokenEvidence {
  /** Whether this server uses tokens beside the event id. */
  readonly used: boolean;
  readonly state?: Known<NonNullable<ResumptionFact['token']>> | undefined;
  readonly streamId?: Known<string> | undefined;
}

/** Everything a check may look at: gathered before, judged after; no check looks further. */
export interface Dossier {
  readonly views: AttemptViews;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly given: Given;
  readonly session: SessionEvidence;
  readonly cursor: CursorEvidence;
  readonly token: TokenEvidence;
  readonly stream: StreamEvidence;
  readonly first: FirstEvidence;
  readonly others: OthersEvidence;
  readonly answer: AnswerEvidence;
  /** Content events of orphaned streams of the slot that were issued and not delivered by then. */
  readonly undelivered: readonly Sighting[];
  /** What the minting of the cursor and this attempt have in common where nobody attests incarnations. */
  readonly derivedLife?: Known<'same life' | 'opened again since'> | undefined;
  /** Names of the sequences of which streams were seen, not completed and not fenced by then. */
  readonly sequencesSeen: readonly string[];
  /** The sequence that the cursor names was seen in this session. */
  readonly sequenceKnown: boolean;
  /** The cursor was seen being issued, but only after it was presented: clocks disagree (collector.md section 2). */
  readonly issuedLater: boolean;
  /** Two services opened this id, and no alias says that one stands for the other. */
  readonly sharedByServices: boolean;
  /** Content events seen issued after the cursor's and before the first one served, on the same stream. */
  readonly between: readonly Sighting[];
  /** Names of essential facts on which observation and attestation, or two observers, differ. */
  readonly conflicts: readonly string[];
}

/** What the gathering of one attempt's evidence may look at. */
export interface GatherInput {
  readonly history: History;
  readonly views: AttemptViews;
  readonly context: SessionContext;
  readonly settings: JudgeSettings;
  readonly slots: Slots;
  readonly waiting: Waiting;
}
