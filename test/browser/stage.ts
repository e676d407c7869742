import type { Browser, BrowserContext, Page } from 'playwright-core';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import type { SessionsAnswer } from '#domain/api-types.ts';
import { launchBrowser } from '#test/support/chromium.ts';
import { startCollector } from '#test/support/collector-process.ts';
import { freshDatabase } from '#test/support/database.ts';
import { startWeb } from '#test/support/web-process.ts';

const SECRET_KEY = 'a secret key for tests only';
const JUDGED_MS = 30_000;

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

/** A page with all that must not happen on it. */
export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors, and violations of the content security policy. */
  readonly complaints: readonly string[];
  /** Every address that was asked for. */
  readonly requests: readonly string[];
}

/** A whole Seamark with a browser before it: real Postgres, real collector, the built pages. */
export interface Stage {
  readonly url: string;
  send(otlp: string): Promise<void>;
  /** Resolves when nothing that has arrived waits to be judged. */
  judged(): Promise<void>;
  /** The address of a session by its raw id. */
  addressOf(rawId: string): Promise<string>;
  open(path: string, options?: OpenOptions): Promise<Opened>;
  stop(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const database = await freshDatabase();
  await migrate({ url: database.url, log: () => {} });
  const settings = { databaseUrl: database.url, secretKey: SECRET_KEY };
  const [collector, web, browser] = await Promise.all([
    startCollector(settings),
    startWeb(settings),
    launchBrowser(),
  ]);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  return {
    url: web.url,
    send: (otlp) => send(collector.url, otlp),
    judged: () => judged(sql),
    addressOf: (rawId) => addressOf(web.url, rawId),
    open: (path, options = {}) => open(browser, `${web.url}${path}`, options),
    stop: async () => {
      await browser.close();
      await Promise.all([web.stop(), collector.stop(), sql.end()]);
      await database.drop();
    },
  };
}

async function open(
  browser: Browser,
  address: string,
  { width = 1440, theme = 'dark' }: OpenOptions,
): Promise<Opened> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(address);
  // The bar's status comes from a question that only a running page asks: from here on it takes clicks and keys.
  await page.locator('header span', { hasText: /judged/ }).waitFor({ state: 'attached' });
  return { page, context, complaints, requests };
}

async function send(url: string, otlp: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body: otlp });
  const text = await response.text();
  if (response.status !== 200 || text !== '{}')
    throw new Error(`the collector answered ${response.status} ${text}`);
}

async function judged(sql: postgres.Sql): Promise<void> {
  const deadline = Date.now() + JUDGED_MS;
  while (Date.now() < deadline) {
    const [row] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from dirty`;
    if (row?.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error(`not judged within ${JUDGED_MS} ms`);
}

async function addressOf(url: string, rawId: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: rawId });
  const response = await fetch(`${url}/api/v1/sessions/search`, { method: 'POST', headers, body });
  const answer: SessionsAnswer = await response.json();
  const [session] = answer.sessions;
  if (session === undefined) throw new Error('the session was not found by its raw id');
  return `/sessions/${session.id}`;
}
