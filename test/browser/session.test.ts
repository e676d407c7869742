import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { richSession } from './rich-session.ts';
import { type Stage, startStage } from './stage.ts';

const RAW_ID = 'another-raw-session-id-of-the-tests';
let stage: Stage;
let session: string;

beforeAll(async () => {
  stage = await startStage();
  await stage.send(richSession({ sessionId: RAW_ID, startMs: Date.now() - 600_000 }));
  await stage.judged();
  session = await stage.addressOf(RAW_ID);
});
afterAll(() => stage?.stop());

const panel = (page: Page) => page.getByRole('complementary', { name: 'What is selected' });
const mark = (page: Page, name: RegExp) =>
  page.locator('.timeline-canvas').getByRole('link', { name }).first();

async function openTimeline(query = '', width = 1440) {
  const opened = await stage.open(`${session}${query}`, { width });
  await mark(opened.page, /gap declared/).waitFor();
  return opened;
}

describe('the session timeline', () => {
  test('says first what was worst, and proves it in the panel', async () => {
    const { page, context } = await openTimeline();
    await page
      .getByText('The server replayed events from a life of this session that had already ended.')
      .first()
      .waitFor();
    await panel(page).getByRole('heading', { name: 'Fabricated continuity' }).waitFor();
    const checks = panel(page).getByRole('region', { name: 'Checks' });
    await checks.getByText('Same incarnation').waitFor();
    expect(await checks.getByText('the cursor came from a life of this session that had ended').count()).toBe(
      1,
    );
    await context.close();
  });

  test('shows the checks of what is chosen by keyboard, and keeps it in the address', async () => {
    const { page, context } = await openTimeline();
    await mark(page, /gap declared/).focus();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { name: 'Gap declared' }).waitFor();
    await page.waitForURL(/sel=attempt/);
    await page.goBack();
    await panel(page).getByRole('heading', { name: 'Fabricated continuity' }).waitFor();
    await context.close();
  });

  test('restores a selection and a visible range from a link', async () => {
    const first = await openTimeline();
    await mark(first.page, /refused/).click();
    await first.page.waitForURL(/sel=attempt/);
    await first.page.locator('.timeline-canvas').focus();
    await first.page.keyboard.press('w');
    await first.page.waitForURL(/range=/);
    const link = first.page.url().slice(stage.url.length);
    const second = await stage.open(link);
    await panel(second.page).getByRole('heading', { name: 'Reconnect refused' }).waitFor();
    // Where words stand depends on the facts too, which each page loads in its own time.
    const words = async ({ page }: typeof first) =>
      (await page.locator('.timeline-canvas text').allTextContents()).join('\n');
    const same = async () => {
      const shown = await words(second);
      return shown !== '' && shown === (await words(first));
    };
    await expect.poll(same, { timeout: 20_000 }).toBe(true);
    await first.context.close();
    await second.context.close();
  });

  test('zooms, pans and fits by single keys only while it has the focus', async () => {
    const { page, context } = await openTimeline();
    await page.keyboard.press('w');
    await page.waitForTimeout(300);
    expect(page.url()).not.toContain('range=');
    await page.locator('.timeline-canvas').focus();
    await page.keyboard.press('w');
    await page.waitForURL(/range=/);
    const zoomed = page.url();
    await page.keyboard.press('d');
    await page.waitForURL((url) => url.href !== zoomed);
    await page.keyboard.press('f');
    await page.waitForURL((url) => !url.href.includes('range='));
    await context.close();
  });

  test('goes to the next finding and back', async () => {
    const { page, context } = await openTimeline();
    await page.locator('.timeline-canvas').focus();
    await page.keyboard.press('.');
    await page.waitForURL(/sel=/);
    const first = page.url();
    await page.keyboard.press('.');
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.press(',');
    await page.waitForURL((url) => url.href === first);
    await context.close();
  });

  test('zooms at the pointer with Ctrl and the wheel, and leaves the wheel alone without it', async () => {
    const { page, context } = await openTimeline();
    await page.locator('.timeline-canvas').hover({ position: { x: 400, y: 120 } });
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(300);
    expect(page.url()).not.toContain('range=');
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -240);
    await page.keyboard.up('Control');
    await page.waitForURL(/range=/);
    await context.close();
  });

  test('joins both runs of the call that ran twice, with how sure that is', async () => {
    const { page, context } = await openTimeline();
    await mark(page, /^ran twice, probable/).click();
    await panel(page).getByRole('heading', { name: 'Ran twice' }).waitFor();
    await panel(page).getByText('Same tool and arguments, with a loss of contact in between.').waitFor();
    await context.close();
  });

  test('leads from a finding to the runs that it speaks of', async () => {
    const { page, context } = await openTimeline();
    await mark(page, /^ran twice, probable/).click();
    await panel(page).getByRole('link', { name: 'run 2' }).click();
    await panel(page).getByRole('heading', { name: 'mail.send' }).waitFor();
    await panel(page).getByRole('link', { name: 'Ran twice, probable' }).waitFor();
    await context.close();
  });

  test('brings the panel into view where it stands below', async () => {
    const { page, context } = await openTimeline('', 390);
    await mark(page, /gap declared/).click();
    const heading = panel(page).getByRole('heading', { name: 'Gap declared' });
    await heading.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('aside h2')?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.top < window.innerHeight;
    });
    await context.close();
  });

  test('gives the same data as a table whose rows lead to the same panel', async () => {
    const { page, context } = await stage.open(`${session}?view=table`);
    const row = page.getByRole('row').filter({ hasText: 'gap declared' });
    await row.getByRole('link').click();
    await panel(page).getByRole('heading', { name: 'Gap declared' }).waitFor();
    // The link kept the view that it stood in.
    expect(new URL(page.url()).searchParams.get('view')).toBe('table');
    await page.getByRole('table').first().waitFor();
    await context.close();
  });

  test('shows what a span sent as text, never as markup', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    await stage.send(
      richSession({ sessionId: 'a-session-with-an-evil-name', startMs: Date.now() - 300_000, service: evil }),
    );
    await stage.judged();
    const address = await stage.addressOf('a-session-with-an-evil-name');
    const { page, context, complaints } = await stage.open(address);
    await page.getByText(evil).first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the list of sessions', () => {
  test('finds a session by its raw id without putting it into any address', async () => {
    const { page, context, requests } = await stage.open('/sessions');
    await page.getByRole('searchbox').fill(RAW_ID);
    await page.getByRole('button', { name: 'Search' }).click();
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await page.waitForFunction(
      () => document.querySelectorAll('ul[aria-label="Sessions"] > li').length === 1,
    );
    expect(await rows.first().textContent()).toContain(
      session.slice('/sessions/'.length, '/sessions/'.length + 8),
    );
    const hash = session.slice('/sessions/'.length);
    await page.waitForURL((url) => url.searchParams.get('found') === hash);
    await rows.getByRole('link').click();
    await page.waitForURL(/\/sessions\/[a-z2-7]{26}/);
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelectorAll('ul[aria-label="Sessions"] > li').length === 1,
    );
    expect(await page.getByRole('searchbox').inputValue()).toBe(hash);
    expect(requests.filter((address) => address.includes(RAW_ID))).toEqual([]);
    expect(page.url()).not.toContain(RAW_ID);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL((url) => url.search === '');
    await context.close();
  });

  test('offers the versions of a client where there are several, and filters by one', async () => {
    const { page, context } = await stage.open('/sessions?client=agent-runner');
    expect(await page.getByRole('combobox', { name: 'client version' }).count()).toBe(0);
    await page.goto(`${stage.url}/sessions?client_version=agent-runner/9.9`);
    await page.getByText('No session matches').waitFor();
    await page.getByRole('combobox', { name: 'client version' }).selectOption('agent-runner/2.3');
    await page.waitForURL(/client_version=agent-runner\/2\.3/);
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await context.close();
  });

  test('filters by verdict, in the address, and says when nothing matches', async () => {
    const { page, context } = await stage.open('/sessions');
    await page.getByRole('button', { name: /^fabricated/ }).click();
    await page.waitForURL(/verdict=fabricated/);
    await page.goto(`${stage.url}/sessions?verdict=misrefused`);
    await page.getByText('No session matches').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await context.close();
  });

  test('takes out of the address what is no verdict, instead of seeming to filter by it', async () => {
    const { page, context } = await stage.open('/sessions?verdict=bogus&service=mail-mcp');
    await page.waitForURL((url) => url.search === '?service=mail-mcp');
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await context.close();
  });

  test('leads from a row to its session by keyboard', async () => {
    const { page, context } = await stage.open(`/sessions?service=mail-mcp`);
    const row = page.getByRole('list', { name: 'Sessions' }).getByRole('link').first();
    await row.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sessions\/[a-z2-7]{26}/);
    await context.close();
  });
});
