import type { ConfigErrorCode } from '#config';
import type { PostgresErrorCode } from '#db/embedded/postgres-error.ts';
import type { MigrationError } from '#db/migrate.ts';
import type { StartErrorCode } from './start-error.ts';

export type ExplainedCode = ConfigErrorCode | StartErrorCode | PostgresErrorCode | MigrationError['code'];

/** What to do about each failure, in one or two sentences; docs/errors.md says more. */
export const ADVICE = {
  'SMK-101': 'All settings are listed by npm start -- --help.',
  'SMK-102': 'All settings and their values are listed by npm start -- --help.',
  'SMK-103':
    'Leave SEAMARK_HOST out. To look at it from another machine, forward the port: ssh -L 4300:127.0.0.1:4300 host',
  'SMK-104': 'Give each its own port.',
  'SMK-121': 'Stop what runs there, or choose another port with the setting named above.',
  'SMK-122': 'Choose a port above 1023 with the setting named above.',
  'SMK-123':
    'Make one with: openssl rand -base64 32. Keep it: with another key, stored sessions cannot be found by their id.',
  'SMK-124':
    'See that the data directory (SEAMARK_DATA_DIR) can be written by you, or set SEAMARK_SECRET_KEY.',
  'SMK-125': 'Its log is in the logs folder of the data directory.',
  'SMK-126': 'Its whole log is in the logs folder of the data directory.',
  'SMK-128': 'See that it runs and that the address, the user and the password are right.',
  'SMK-129': 'Nothing was changed: migrations run in one transaction. The reason is in logs/database.log.',
  'SMK-141': 'Set DATABASE_URL to a Postgres that runs (14 to 18); on Windows use WSL.',
  'SMK-142': 'Start as an ordinary user, or set DATABASE_URL.',
  'SMK-143': 'See the lines above; or set DATABASE_URL to a Postgres that runs.',
  'SMK-144': 'See the lines above; the whole log is logs/database.log in the data directory.',
  'SMK-145': 'Stop it first, or start this one with another SEAMARK_DATA_DIR and other ports.',
  'SMK-146': 'Start the Seamark version that wrote the data, or choose another SEAMARK_DATA_DIR.',
  'SMK-147': 'Start as the user who started it first, or choose another SEAMARK_DATA_DIR.',
  'SMK-221': 'Start the newer Seamark that made it, or choose another database.',
  'SMK-222': 'Seamark needs Postgres 14 to 18.',
  'SMK-223': 'Start Seamark once with npm start: it brings the database up to date.',
} as const satisfies Record<ExplainedCode, string>;
