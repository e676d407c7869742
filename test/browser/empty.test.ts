import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { richSession } from './rich-session.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

describe('an empty installation', () => {
  test.each([
    { path: '/', says: 'Nothing has arrived yet', leads: 'Set up a server' },
    { path: '/sessions', says: 'No session has been seen yet', leads: 'Set up a server' },
    { path: '/findings', says: 'Nothing was found', leads: 'Set up a server' },
  ])('says at $path what to do', async ({ path, says, leads }) => {
    const { page, context, complaints } = await stage.open(path);
    await page.getByText(says).first().waitFor();
    expect(complaints).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((violation) => violation.id)).toEqual([]);
    await page.getByRole('link', { name: leads }).click();
    await page.waitForURL(/\/setup$/);
    await context.close();
  });

  test('gives snippets that name this installation and hands out what they install', async () => {
    const { page, context } = await stage.open('/setup');
    await page.getByText('Nothing yet.').waitFor();
    const install = await page.locator('pre').first().textContent();
    const files = install?.match(/http:\S+\.tgz/g) ?? [];
    expect(files).toEqual([`${stage.url}/packages/seamark-instrumentation-mcp.tgz`]);
    for (const file of files) {
      const packed = await fetch(file);
      expect(packed.status).toBe(200);
      expect(new Uint8Array(await packed.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]));
    }
    await context.close();
  });

  test('shows on an open page what arrives, by itself', async () => {
    const { page, context } = await stage.open('/');
    await page.getByText('Nothing has arrived yet').waitFor();
    await stage.send(
      richSession({ sessionId: 'the-first-session-that-arrives', startMs: Date.now() - 60_000 }),
    );
    await page
      .getByText(/judged reconnects? w(as|ere) told a continuity/)
      .first()
      .waitFor({ timeout: 20_000 });
    await context.close();
  });
});
