import { expect, test } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';

test('the browser is real: it runs scripts in more than one page', async () => {
  const browser = await launchBrowser();
  try {
    for (const text of ['first', 'second', 'third']) {
      const page = await browser.newPage();
      await page.setContent(`<p>${text}</p><script>document.body.dataset.ran = 'yes'</script>`);
      expect(await page.textContent('p')).toBe(text);
      expect(await page.getAttribute('body', 'data-ran')).toBe('yes');
    }
  } finally {
    await browser.close();
  }
});
