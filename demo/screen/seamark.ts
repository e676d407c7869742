/** What the demo asks of a running Seamark, over HTTP as anybody would. */
export interface SeamarkApi {
  /** Why nothing can be sent to it; `undefined` when it is ready. */
  problem(): Promise<string | undefined>;
  /** Address of the page of a session, once it is judged; `undefined` when it does not show in time. */
  pageOf(rawId: string): Promise<string | undefined>;
}

interface FoundSession {
  readonly id: string;
  readonly findings: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, number>>;
}

const ASK_EVERY_MS = 300;
const ANSWER_MS = 3_000;

/**
 * @param urls origins of the OTLP receiver and of the pages
 * @param patienceMs how long a session is waited for
 */
export function createSeamarkApi(
  urls: { readonly otlpUrl: string; readonly webUrl: string },
  patienceMs: number,
): SeamarkApi {
  return {
    problem: () => problemOf(urls.otlpUrl),
    pageOf: async (rawId) => {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const found = await search(urls.webUrl, rawId).catch(() => undefined);
        if (found) return `${urls.webUrl}/sessions/${encodeURIComponent(found.id)}`;
        if (Date.now() > deadline) return undefined;
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
    },
  };
}

async function problemOf(otlpUrl: string): Promise<string | undefined> {
  const ready = await fetch(`${otlpUrl}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => undefined,
  );
  if (!ready) return `Nothing listens at ${otlpUrl}, where Seamark's OTLP receiver should be.`;
  const about = await fetch(otlpUrl, { signal: AbortSignal.timeout(ANSWER_MS) })
    .then((answer) => answer.text())
    .catch(() => '');
  if (!about.includes("Seamark's receiver"))
    return `What listens at ${otlpUrl} is not Seamark's OTLP receiver.`;
  return ready.ok ? undefined : `Seamark at ${otlpUrl} is not ready: its database cannot be reached.`;
}

/** The raw id goes by POST, is hashed there, and comes back in no answer. */
async function search(webUrl: string, rawId: string): Promise<FoundSession | undefined> {
  const answer = await fetch(`${webUrl}/api/v1/sessions/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: rawId }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const body: { readonly sessions?: readonly FoundSession[] } = await answer.json();
  const [session] = body.sessions ?? [];
  if (!session) return undefined;
  return isJudged(session) ? session : undefined;
}

function isJudged({ findings, verdicts }: FoundSession): boolean {
  return Object.keys(findings).length + Object.keys(verdicts).length > 0;
}
