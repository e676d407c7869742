'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from './api.ts';

const FRESH_MS = 2_000;

/** Data from the API, and state in the URL. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: FRESH_MS, retry: (count, error) => count < 2 && isPassing(error) },
        },
      }),
  );
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </NuqsAdapter>
  );
}

/** What the API says with a code of its own will not change by asking again. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiProblem) || error.status >= 500;
