import type { AttemptViews } from '../attempts/views.ts';
import type { ResumptionFact } from '../facts.ts';
import type {
  CursorEvidence,
  FirstEvidence,
  OthersEvidence,
  SessionEvidence,
  StreamEvidence,
} from './dossier.ts';
import type { Known } from './known.ts';

/** Fields on which two observers of one attempt must agree. */
const SHARED = [
  'lastEventId',
  'status',
  'firstEventId',
  'replayedCount',
  'marker',
] as const satisfies readonly (keyof ResumptionFact)[];

function betweenObservers(views: AttemptViews): readonly string[] {
  return SHARED.filter(
    (field) => new Set(views.all.map((view) => view[field]).filter((value) => value !== undefined)).size > 1,
  );
}

/** An observation that says other than what the server attests of the same thing. */
const differs = <T>(known: Known<T> | undefined, said: T | undefined): boolean =>
  known !== undefined && known.source === 'observed' && said !== undefined && known.value !== said;

export interface ConflictInput {
  readonly views: AttemptViews;
  readonly session: SessionEvidence;
  readonly cursor: CursorEvidence;
  readonly first: FirstEvidence;
  readonly stream: StreamEvidence;
  readonly others: OthersEvidence;
}

/** Names the essential facts that differ; what was observed outranks what is attested (domain.md section 4). */
export function conflictsOf({
  views,
  session,
  cursor,
  first,
  stream,
  others,
}: ConflictInput): readonly string[] {
  const { server } = views;
  const said =
    server?.lastEventId === undefined || server.lastEventId === cursor.id?.value ? server : undefined;
  const pairs: readonly (readonly [string, boolean])[] = [
    ['session.incarnation', differs(session.liveIncarnation, server?.incarnation)],
    [
      'session.state',
      session.closed?.closed !== undefined && session.state?.value === 'live' && sameLife(session, server),
    ],
    ['cursor.session', differs<string>(cursor.session, said?.cursorSession)],
    ['cursor.stream_id', differs(cursor.streamId, said?.cursorStreamId)],
    ['cursor.incarnation', differs(cursor.incarnation, said?.cursorIncarnation)],
    ['cursor.ordinal', differs(cursor.ordinal, said?.cursorOrdinal)],
    ['cursor.state', stateDiffers(cursor, said)],
    ['first.stream_id', differs(first.streamId, server?.firstStreamId)],
    ['first.incarnation', differs(first.incarnation, server?.firstIncarnation)],
    ['first.ordinal', differs(first.ordinal, server?.firstOrdinal)],
    ['stream.high_water', observedAbove(stream)],
    ['stream.state', stream.fence !== undefined && server?.streamState === 'open'],
    ['predecessor.state', predecessorDiffers(others, server)],
  ];
  return [
    ...betweenObservers(views),
    ...pairs.filter(([, conflicting]) => conflicting).map(([name]) => name),
  ];
}

/** The server never issued what was seen here, or got no cursor where another observer saw one sent. */
const stateDiffers = (cursor: CursorEvidence, said: ResumptionFact | undefined): boolean =>
  (cursor.seen.length > 0 && said?.cursorState === 'unknown') ||
  (cursor.id !== undefined && said?.cursorState === 'absent');

const sameLife = (session: SessionEvidence, server: ResumptionFact | undefined): boolean =>
  server?.incarnation === undefined ||
  session.closed?.attested !== true ||
  session.closed.id === server.incarnation;

/** More was seen issued before the attempt than the server says it holds. */
const observedAbove = ({ attestedHigh, observedHigh }: StreamEvidence): boolean =>
  attestedHigh !== undefined &&
  observedHigh !== undefined &&
  observedHigh.value > attestedHigh.value &&
  observedHigh.at !== undefined &&
  attestedHigh.at !== undefined &&
  observedHigh.at < attestedHigh.at;

/** Closed, fenced and none are one answer here: nothing older is live. */
function predecessorDiffers(others: OthersEvidence, server: ResumptionFact | undefined): boolean {
  const said = server?.predecessor;
  if (others.predecessor?.source !== 'observed' || said === undefined || said === 'unknown') return false;
  return (others.predecessor.value === 'live') !== (said === 'live');
}
