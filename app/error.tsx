'use client';

import { Problem } from '#components/ui/Problem.tsx';

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <div className="px-4 py-6 sm:px-6">
      <Problem
        title="This page failed to draw"
        message={error.digest === undefined ? error.message : `The log names this error ${error.digest}.`}
        help="The data is not affected. If it happens again, the address of this page and the log are what a report needs."
        onRetry={retry}
      />
    </div>
  );
}
