import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from '#test/support/expected-answers.ts';
import { anHourAgo } from '#test/support/pipeline.ts';
import { richSession } from './rich-session.ts';
import { type Opened, type Stage, startStage } from './stage.ts';

const RAW_ID = 'a-raw-session-id-of-the-browser-tests';
let stage: Stage;
let session: string;

beforeAll(async () => {
  stage = await startStage();
  await stage.send(richSession({ sessionId: RAW_ID, startMs: Date.now() - 600_000 }));
  for (const each of readCases().slice(0, 12)) await stage.send(anHourAgo(each.otlp));
  await stage.judged();
  session = await stage.addressOf(RAW_ID);
});
afterAll(() => stage?.stop());

/** Each page with something that is only there once its data has come. */
const PAGES: readonly { readonly name: string; readonly path: () => string; readonly shows: string }[] = [
  { name: 'overview', path: () => '/?range=6h', shows: 'text=/judged · .* at 95 %/' },
  { name: 'sessions', path: () => '/sessions', shows: 'ul[aria-label="Sessions"] li' },
  { name: 'one session', path: () => session, shows: '.tl-label:has-text("fabricated: dead incarnation")' },
  { name: 'one session as a table', path: () => `${session}?view=table`, shows: 'table >> text=mail.send' },
  { name: 'findings', path: () => '/findings', shows: 'ul[aria-label="Findings"] li' },
  { name: 'set-up', path: () => '/setup', shows: 'text=mail-mcp' },
  { name: 'verdicts', path: () => '/docs/verdicts', shows: 'text=Dead incarnation' },
  { name: 'one reason', path: () => '/docs/verdicts/dead_incarnation', shows: 'h2 >> text=How to fix it' },
  { name: 'one finding', path: () => '/docs/findings/double_execution', shows: 'h2 >> text=How to fix it' },
];

async function openPage(
  page: (typeof PAGES)[number],
  options: { width?: number; theme?: 'light' | 'dark' } = {},
): Promise<Opened> {
  const opened = await stage.open(page.path(), options);
  await opened.page.locator(page.shows).first().waitFor({ timeout: 20_000 });
  return opened;
}

/** What axe finds, each with the markup that it means. */
async function axeFindings(tab: Opened['page']): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page: tab }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join('\n')}`,
  );
}

describe.each(PAGES)('the page: $name', (page) => {
  test('shows real data with no complaint of the browser, nothing from elsewhere and no finding of axe', async () => {
    const { page: tab, context, complaints, requests } = await openPage(page, { theme: 'dark' });
    expect(await axeFindings(tab)).toEqual([]);
    expect(complaints).toEqual([]);
    const elsewhere = requests.filter(
      (address) => !address.startsWith(stage.url) && !address.startsWith('data:'),
    );
    expect(elsewhere).toEqual([]);
    await context.close();
  });

  test('scrolls nowhere sideways at 390 px, and has no finding of axe there in light', async () => {
    const { page: tab, context } = await openPage(page, { width: 390, theme: 'light' });
    const beyond = await tab.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBe(0);
    expect(await axeFindings(tab)).toEqual([]);
    await context.close();
  });
});

describe('the chart of the overview', () => {
  test('leads from a part of a bar to the sessions of that verdict and time', async () => {
    const { page, context } = await stage.open('/?range=6h');
    await page.locator('.recharts-bar-rectangle').first().click();
    await page.waitForURL(/\/sessions\?verdict=\w+&from=\S+&to=/);
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await page.getByRole('button', { name: /^seen from .*: show any time$/ }).click();
    await page.waitForURL((url) => !url.searchParams.has('from') && url.searchParams.has('verdict'));
    await context.close();
  });
});

describe('the pages that explain', () => {
  test('lead to each other, as their files do', async () => {
    const { page, context } = await stage.open('/docs/findings/double_execution');
    await page.getByRole('link', { name: 'dead life' }).click();
    await page.waitForURL(/\/docs\/verdicts\/dead_incarnation$/);
    await page.getByRole('heading', { level: 1, name: 'Dead incarnation' }).waitFor();
    await context.close();
  });
});

describe('an address of nothing', () => {
  test('is answered with 404 and a way on', async () => {
    const response = await fetch(`${stage.url}/nothing/here`);
    expect(response.status).toBe(404);
    const { page, context } = await stage.open('/docs/verdicts/no_such_reason');
    await page.getByRole('link', { name: 'Find a session' }).waitFor();
    await context.close();
  });

  test('of a session says how sessions are found', async () => {
    const { page, context } = await stage.open('/sessions/nothinghere');
    await page.getByText('No session has this address').waitFor();
    await page.getByText('treat that as exposed').waitFor();
    expect(await page.title()).not.toContain('nothing');
    await context.close();
  });
});

describe('the theme', () => {
  test('follows the system until it is chosen, and then is in the first byte', async () => {
    const { page, context } = await stage.open('/setup', { theme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.getByRole('button', { name: /^Theme: as the system/ }).click();
    const light = await paper();
    expect(light).not.toBe(dark);
    const answer = await page.reload();
    expect(await answer?.text()).toContain('data-theme="light"');
    expect(await paper()).toBe(light);
    await page.getByRole('button', { name: /^Theme: light/ }).click();
    expect(await paper()).toBe(dark);
    await context.close();
  });
});

describe('the first press on the theme', () => {
  test('is seen on a light system too', async () => {
    const { page, context } = await stage.open('/setup', { theme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: /^Theme: as the system. Switch to dark/ }).click();
    expect(await paper()).not.toBe(light);
    await context.close();
  });
});

describe('the content security policy', () => {
  test('has a nonce of its own for each page and allows no inline script without it', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${stage.url}/setup`)).headers.get('content-security-policy')),
    );
    expect(policies[0]).not.toBe(policies[1]);
    const scripts = /script-src ([^;]*)/.exec(policies[0] ?? '')?.[1];
    expect(scripts).toMatch(/'nonce-[A-Za-z0-9+/=]+'/);
    expect(scripts).not.toContain('unsafe');
  });
});
