import { parseArgs } from 'node:util';

export interface DemoOptions {
  /** How long healthy traffic goes on. */
  readonly minutes: number;
  /** Healthy attempts to resume a minute. */
  readonly rate: number;
  /** Origins of a running Seamark. */
  readonly otlpUrl: string;
  readonly webUrl: string;
}

export type Asked =
  | { readonly kind: 'run'; readonly options: DemoOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const DEFAULT_MINUTES = 1;
export const DEFAULT_RATE = 60;
const MOST_MINUTES = 24 * 60;
const MOST_RATE = 1_200;

/** Of the settings of Seamark, those that say where it is. */
export interface Where {
  readonly host: string;
  readonly otlpHttpPort: number;
  readonly webPort: number;
}

/** Reads the command line. Whatever is not understood is an error. */
export function optionsOf(args: readonly string[], where: Where): Asked {
  const given = valuesOf(args);
  if (typeof given === 'string') return { kind: 'wrong', message: given };
  if (given.help) return { kind: 'help' };
  const minutes = numberOf(given.minutes, DEFAULT_MINUTES);
  const rate = numberOf(given.rate, DEFAULT_RATE);
  if (!(minutes > 0 && minutes <= MOST_MINUTES))
    return { kind: 'wrong', message: `--minutes must be a number above 0 and up to ${MOST_MINUTES}` };
  if (!(rate >= 1 && rate <= MOST_RATE))
    return { kind: 'wrong', message: `--rate must be a number from 1 to ${MOST_RATE}` };
  const host = hostOf(where.host);
  const [otlpUrl, webUrl] = [`http://${host}:${where.otlpHttpPort}`, `http://${host}:${where.webPort}`];
  return { kind: 'run', options: { minutes, rate, otlpUrl, webUrl } };
}

function valuesOf(
  args: readonly string[],
): { readonly minutes?: string; readonly rate?: string; readonly help?: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        rate: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function numberOf(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** An IPv6 address stands in brackets in a URL. */
function hostOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
