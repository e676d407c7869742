import { readSessions } from '#db/queries/read-sessions.ts';
import { listSessions } from '../../_contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '../../_http/page-cursor.ts';
import { Problem } from '../../_http/problem.ts';
import { on, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(listSessions, async ({ sort, limit, cursor, ...filter }, { db }) => {
    const scope = { call: 'sessions', sort };
    const after = decodeCursor(cursor, scope);
    if (after instanceof Problem) return after;
    const { rows, next } = await readSessions(db, { filter, sort, limit, after });
    return { sessions: rows, nextCursor: encodeCursor(next, scope) };
  }),
);
