'use client';

import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Problem } from '#components/ui/Problem.tsx';
import { ApiProblem } from './api.ts';

type Asked = Pick<UseQueryResult | UseInfiniteQueryResult, 'error' | 'refetch'>;

/** Why an answer did not come, with a way to ask again. */
export function AnswerProblem({ asked, what }: { readonly asked: Asked; readonly what: string }) {
  const { error } = asked;
  if (!error) return null;
  const known = error instanceof ApiProblem;
  return (
    <Problem
      title={`${what} could not be loaded${known ? ` (${error.code})` : ''}`}
      message={known ? error.message : 'The server did not answer.'}
      help={known ? error.help : 'Check that Seamark is still running.'}
      onRetry={() => void asked.refetch()}
    />
  );
}
