import { Button } from './Button.tsx';

interface ProblemProps {
  readonly title: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Something could not be shown: what, and what to do about it. */
export function Problem({ title, message, help, onRetry }: ProblemProps) {
  return (
    <div role="alert" className="card my-4 border-l-[3px] border-l-misrefused px-4 py-3">
      <p className="font-[580]">{title}</p>
      <p className="text-muted">{message}</p>
      {help ? <p className="mt-1">{help}</p> : null}
      {onRetry ? (
        <div className="mt-3">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      ) : null}
    </div>
  );
}
