import type { ConfigError } from '#config';
import { EmbeddedPostgresError } from '#db/embedded-postgres.ts';
import { MigrationError } from '#db/migrate.ts';
import { faint, red } from '../bootstrap/progress.mjs';
import { ADVICE, type ExplainedCode } from './advice.ts';
import { readable } from './child-lines.ts';
import { StartError } from './start-error.ts';

interface Problem {
  readonly code: ExplainedCode;
  readonly message: string;
  readonly output: readonly string[];
}

/** The text for a failure of the start, or null when it is a bug and its stack says more than we could. */
export function explain(error: unknown): string | null {
  if (error instanceof StartError || error instanceof EmbeddedPostgresError) return textOf(error);
  if (error instanceof MigrationError)
    return textOf({ code: error.code, message: error.message, output: [] });
  return null;
}

/** The text for wrong settings, one paragraph each. */
export function explainConfig(errors: readonly ConfigError[]): string {
  return errors
    .map(({ code, message, nearMatch }) => {
      const meant = nearMatch === undefined ? '' : ` (did you mean ${nearMatch}?)`;
      return textOf({ code, message: `${message}${meant}`, output: [] });
    })
    .join('\n');
}

function textOf({ code, message, output }: Problem): string {
  const lines = [
    `${red(code)}  ${message}`,
    ...output.map((line) => faint(`         | ${readable(line)}`)),
    `         ${ADVICE[code]}`,
    faint(`         More: docs/errors.md#${code.toLowerCase()}`),
  ];
  return lines.join('\n');
}
