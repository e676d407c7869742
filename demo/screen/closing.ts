import type { RunReport } from '../run.ts';
import type { ExportCounts } from '../telemetry/counting-exporter.ts';
import type { SeamarkApi } from './seamark.ts';

/** Shown first, when they were played: what people ask for most. */
const STRIKING = [
  'idle-eviction',
  'foreign-session',
  'restart',
  'declared-gap',
  'clamped-buffer',
  'lost-result',
];
const SHOWN = 3;

/** What to look at now: the overview, and a few sessions by their hashed keys. */
export async function closingWords(
  report: RunReport,
  seamark: { readonly api: SeamarkApi; readonly webUrl: string; readonly counts: Readonly<ExportCounts> },
): Promise<string> {
  const { counts, webUrl, api } = seamark;
  const lines = [
    `Played ${report.played.length} failures and ${report.healthy.length} healthy sessions; ${counts.sent} spans were sent.`,
  ];
  if (counts.failed > 0)
    lines.push(`${counts.failed} spans could not be sent: ${counts.problem ?? 'no reason given'}.`);
  const links = await linksOf(report, api);
  if (report.played.length > 0 && links.length === 0)
    lines.push('', `The pages at ${webUrl} did not show the sessions yet; is the web running?`);
  lines.push('', 'Look at', `  ${webUrl}/`, '    the overview');
  for (const { url, what } of links) lines.push(`  ${url}`, `    ${what}`);
  lines.push('', 'Lost results and events show two minutes after the fact, when they are lost for good.');
  return `${lines.join('\n')}\n`;
}

interface Link {
  readonly url: string;
  readonly what: string;
}

async function linksOf(report: RunReport, api: SeamarkApi): Promise<readonly Link[]> {
  const links: Link[] = [];
  for (const id of STRIKING) {
    if (links.length === SHOWN) break;
    const found = report.played.findLast(({ scenario }) => scenario.id === id);
    const [shown] = found?.scenario.shows ?? [];
    const rawId = shown && found?.sessions[shown.session];
    if (!shown || rawId === undefined) continue;
    const url = await api.pageOf(rawId);
    // A Seamark whose pages do not answer for one session will not for the next.
    if (url === undefined) break;
    links.push({ url, what: shown.what });
  }
  return links;
}
