import { readFindings } from '#db/queries/read-findings.ts';
import { listFindings } from '../../_contract/endpoints.ts';
import { decodeCursor, encodeCursor } from '../../_http/page-cursor.ts';
import { Problem } from '../../_http/problem.ts';
import { on, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(listFindings, async ({ cursor, ...query }, { db }) => {
    const scope = { call: 'findings' };
    const after = decodeCursor(cursor, scope);
    if (after instanceof Problem) return after;
    const { rows, next } = await readFindings(db, { ...query, after });
    return { findings: rows, nextCursor: encodeCursor(next, scope) };
  }),
);
