import { expect } from 'vitest';
import type { SessionDetail, SessionRow, SessionsAnswer } from '#domain/api-types.ts';
import { type ApiRequest, callApi } from './api.ts';
import { readCases } from './expected-answers.ts';
import { OpenapiValidator } from './openapi-validator.ts';
import { anHourAgo, type Pipeline } from './pipeline.ts';

export const validator = new OpenapiValidator();

/** Asks for a success. Every answer is checked against the document, whatever the test looks at. */
export async function ask<T>(path: string, given: ApiRequest = {}): Promise<T> {
  const answer = await callApi<T>(path, given);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
  expect(validator.problems(answer)).toEqual([]);
  return answer.body;
}
export const search = (body: object) => ask<SessionsAnswer>('/api/v1/sessions/search', { body });
export const detailOf = (id: string, query = '') =>
  ask<SessionDetail>(`/api/v1/sessions/${encodeURIComponent(id)}${query}`);

export async function byRawId(rawId: string): Promise<SessionRow> {
  const { sessions } = await search({ query: rawId });
  const [session] = sessions;
  if (!session || sessions.length !== 1) throw new Error(`${sessions.length} sessions`);
  return session;
}

/** Follows the cursors of a list to its end. */
export async function wholeList<T>(path: string, rowsOf: (body: T) => readonly unknown[], limit: number) {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const body: T & { readonly nextCursor: string | null } = await ask(`${path}limit=${limit}${query}`);
    expect(rowsOf(body).length).toBeLessThanOrEqual(limit);
    rows.push(...rowsOf(body));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return rows;
}

/** Sends all worked cases, waits until they are judged, and gives the whole list of sessions. */
export async function sendAllCases(pipeline: Pipeline): Promise<readonly SessionRow[]> {
  for (const { otlp } of readCases()) await pipeline.send(anHourAgo(otlp));
  await pipeline.judged();
  return (await ask<SessionsAnswer>('/api/v1/sessions?limit=200')).sessions;
}
