import { readFacts } from '#db/queries/read-facts.ts';
import { toJson } from '#domain/api-types.ts';
import { sessionFacts } from '../../../../_contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '../../../../_http/page-cursor.ts';
import { Problem } from '../../../../_http/problem.ts';
import { on, serve } from '../../../../_http/serve.ts';
import { noSuchSession } from '../../../../_http/session-id.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(sessionFacts, async ({ id, cursor, ...range }, { db, sessionIds }) => {
    const scope = { call: 'facts', session: id };
    const after = decodeCursor(cursor, scope);
    if (after instanceof Problem) return after;
    const page = await readFacts(db, { key: id, after, ...range });
    if (page === undefined) return noSuchSession(id, sessionIds.mode);
    return { facts: page.rows.map((fact) => toJson(fact)), nextCursor: encodeCursor(page.next, scope) };
  }),
);
