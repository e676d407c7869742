import { DEFAULT_MINUTES, DEFAULT_RATE } from '../options.ts';

export const HELP = `Plays real MCP servers and clients, and real failures between them, against a running Seamark.

Usage: npm run demo -- [options]

  --minutes N   how long healthy traffic goes on; the failures are played once a minute (default ${DEFAULT_MINUTES})
  --rate N      healthy attempts to resume a minute (default ${DEFAULT_RATE})
  --help        this text

Where Seamark is: SEAMARK_OTLP_HTTP_PORT (default 4318), SEAMARK_WEB_PORT (4300), SEAMARK_HOST (127.0.0.1).
Ctrl+C ends it early; what was played by then is shown all the same.
`;
