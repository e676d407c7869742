import { findSessionKeys } from '#db/queries/find-sessions.ts';
import { readSessions } from '#db/queries/read-sessions.ts';
import { searchSessions } from '../../../_contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '../../../_http/page-cursor.ts';
import { Problem } from '../../../_http/problem.ts';
import { on, serve } from '../../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(searchSessions, async ({ query, sort, limit, cursor, ...filter }, { db, sessionIds }) => {
    const scope = { call: 'sessions', sort };
    const after = decodeCursor(cursor, scope);
    if (after instanceof Problem) return after;
    // The query may be a raw session id: it is hashed here and goes into no answer, no log and no error.
    const keys =
      query === undefined
        ? undefined
        : await findSessionKeys(db, { query, asSessionId: sessionIds.keyOf(query) });
    const { rows, next } = await readSessions(db, { filter: { ...filter, keys }, sort, limit, after });
    return { sessions: rows, nextCursor: encodeCursor(next, scope) };
  }),
);
