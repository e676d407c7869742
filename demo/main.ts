import { type ConfigError, parseConfig } from '#config';
import { type DemoOptions, optionsOf } from './options.ts';
import { runDemo } from './run.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { closingWords } from './screen/closing.ts';
import { HELP } from './screen/help.ts';
import { createProgress } from './screen/progress-lines.ts';
import { createSeamarkApi } from './screen/seamark.ts';
import { createTelemetry } from './telemetry/telemetry.ts';

/* The composition root of `npm run demo`. */

const MINUTE_MS = 60_000;
/** Judging follows receiving within moments; a busy machine gets longer. */
const JUDGED_MS = 15_000;

async function main(): Promise<number> {
  // The same settings as of the Seamark that it plays to: a misspelt port must not send the demo to another one.
  const settings = parseConfig(process.env);
  if (!settings.ok) {
    for (const error of settings.errors) process.stderr.write(`${textOf(error)}\n`);
    return 2;
  }
  const asked = optionsOf(process.argv.slice(2), settings.config);
  switch (asked.kind) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'wrong':
      process.stderr.write(`${asked.message}\n\n${HELP}`);
      return 2;
    case 'run':
      return play(asked.options);
  }
}

async function play(options: DemoOptions): Promise<number> {
  const api = createSeamarkApi(options, JUDGED_MS);
  const problem = await api.problem();
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n${ADVICE}\n`);
    return 1;
  }
  const telemetry = createTelemetry(options.otlpUrl);
  const progress = createProgress(process.stdout);
  process.stdout.write(`Real MCP servers, clients and failures; spans go to ${options.otlpUrl}.\n`);
  const report = await runDemo({
    scenarios: SCENARIOS,
    telemetry,
    durationMs: options.minutes * MINUTE_MS,
    rate: options.rate,
    signal: stopSignal(),
    onProgress: progress.show,
  });
  progress.end();
  process.stdout.write(await closingWords(report, { api, webUrl: options.webUrl, counts: telemetry.counts }));
  return report.problems.length + telemetry.counts.failed > 0 ? 1 : 0;
}

const ADVICE =
  'Start Seamark first, in another terminal: npm start\n' +
  'If it runs on other ports, give the demo the same SEAMARK_OTLP_HTTP_PORT and SEAMARK_WEB_PORT.';

function textOf({ code, message, nearMatch }: ConfigError): string {
  const meant = nearMatch === undefined ? '' : ` (did you mean ${nearMatch}?)`;
  return `${code}  ${message}${meant}\n         More: docs/errors.md#${code.toLowerCase()}`;
}

/** Ctrl+C ends the demo in order; a second one ends it at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    process.stderr.write('\nStopping; what was played is still sent. Ctrl+C again leaves at once.\n');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}

// Sockets of clients that were cut off may linger, so the process does not wait for them.
process.exit(await main());
