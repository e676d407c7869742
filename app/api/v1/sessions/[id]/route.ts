import { readSession } from '#db/queries/read-session.ts';
import { getSession } from '../../../_contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '../../../_http/page-cursor.ts';
import { Problem } from '../../../_http/problem.ts';
import { on, serve } from '../../../_http/serve.ts';
import { noSuchSession } from '../../../_http/session-id.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(getSession, async ({ id, limit, ...cursors }, { db, sessionIds }) => {
    const attemptsScope = { call: 'attempts', session: id };
    const executionsScope = { call: 'executions', session: id };
    const attemptsAfter = decodeCursor(cursors.attemptsCursor, attemptsScope);
    if (attemptsAfter instanceof Problem) return attemptsAfter;
    const executionsAfter = decodeCursor(cursors.executionsCursor, executionsScope);
    if (executionsAfter instanceof Problem) return executionsAfter;
    const page = await readSession(db, { key: id, limit, attemptsAfter, executionsAfter });
    if (page === undefined) return noSuchSession(id, sessionIds.mode);
    return {
      ...page.session,
      attemptsCursor: encodeCursor(page.attemptsNext, attemptsScope),
      executionsCursor: encodeCursor(page.executionsNext, executionsScope),
    };
  }),
);
