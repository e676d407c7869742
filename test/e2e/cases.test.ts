import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FindingRow, SessionDetail, SessionsAnswer } from '#domain/api-types.ts';
import { callApi } from '#test/support/api.ts';
import { differences, readCases, type SeenAnswers } from '#test/support/expected-answers.ts';
import { OpenapiValidator } from '#test/support/openapi-validator.ts';
import { anHourAgo, type Pipeline, startPipeline } from '#test/support/pipeline.ts';

const validator = new OpenapiValidator();

describe('each worked case, from OTLP at the collector to the answers of the API', () => {
  let pipeline: Pipeline;

  beforeAll(async () => {
    pipeline = await startPipeline();
  });
  afterEach(() => pipeline.clear());
  afterAll(() => pipeline.stop());

  it.each(readCases())('$name', async ({ otlp, expected }) => {
    await pipeline.send(anHourAgo(otlp));
    await pipeline.judged();
    for (const session of expected.sessions) {
      expect(differences(session, await answersOf(session.id)), session.id).toEqual([]);
    }
    if (expected.anywhere) {
      expect(differences(expected.anywhere, await answersWithoutSession()), 'anywhere').toEqual([]);
    }
  });

  it('knows all cases', () => {
    expect(readCases().length).toBeGreaterThanOrEqual(45);
  });
});

/** Finds the session by its raw id as a person would, and reads it whole. */
async function answersOf(rawId: string): Promise<SeenAnswers> {
  const found = await ask<SessionsAnswer>('/api/v1/sessions/search', { query: rawId });
  expect(found.sessions, 'sessions of one raw id').toHaveLength(1);
  const detail = await ask<SessionDetail>(`/api/v1/sessions/${found.sessions[0]?.id}`);
  expect(JSON.stringify([found, detail])).not.toContain(rawId);
  return detail;
}

/** What is known of facts that name no session: each finding once, though it may show on several. */
async function answersWithoutSession(): Promise<SeenAnswers> {
  const { sessions } = await ask<SessionsAnswer>('/api/v1/sessions');
  const chains = sessions.filter(({ id }) => id.startsWith('t:'));
  const details = await Promise.all(
    chains.map(({ id }) => ask<SessionDetail>(`/api/v1/sessions/${encodeURIComponent(id)}`)),
  );
  const findings = new Map<string, FindingRow>(
    details.flatMap((detail) => detail.findings.map((finding) => [finding.id, finding])),
  );
  return { attempts: details.flatMap(({ attempts }) => attempts), findings: [...findings.values()] };
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await callApi<T>(path, body === undefined ? {} : { body });
  expect(answer.status).toBe(200);
  expect(validator.problems(answer)).toEqual([]);
  return answer.body;
}
