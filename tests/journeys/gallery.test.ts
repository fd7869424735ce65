import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { type Browser, DESKTOP, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  removeProfile(browser.profile);
});

/** Pictures for whoever looks at them; only when a folder is named. */
const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('the gallery on %s', (device, size) => {
  it.each(['light', 'dark'] as const)('shows pieces that everybody can use, %s', async colorScheme => {
    const page = await browser.open(inject('gallery'), size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: 'Витрина' }).waitFor();
    await page.evaluate(uncoverForms);
    const faults = await (colorScheme === 'light' ? accessibilityFaults : contrastFaults)(page);
    expect(faults).toEqual([]);
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isTooWide).toBe(false);
    if (folder) await photograph(page, `${folder}/gallery-${device}-${colorScheme}`);
    await page.close();
  });
});

it("the gallery says the specification's words", async () => {
  const page = await browser.open(inject('gallery'), DESKTOP);
  await page.getByText('1-12 из 45', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Подгрузить еще', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Повторить', exact: true }).first().waitFor();
  const texts = await page
    .getByRole('textbox')
    .evaluateAll((inputs: HTMLInputElement[]) => [
      ...inputs.map(input => input.value),
      ...inputs.map(input => input.placeholder),
    ]);
  expect(texts).toContain('Error');
  expect(texts.some(text => /^[^\w]*_+/.test(text))).toBe(true);
  await page.close();
});

/** Forms keep their actions in sight; among many of them on one page they would lie over each other's fields. */
function uncoverForms(): void {
  for (const part of document.querySelectorAll<HTMLElement>('form *')) {
    if (getComputedStyle(part).position === 'sticky') part.style.position = 'static';
  }
}

/** Section by section: a picture of the whole would be too long to look at. */
async function photograph(page: Awaited<ReturnType<Browser['open']>>, name: string): Promise<void> {
  const sections = page.locator('main > section');
  for (const [index, section] of (await sections.all()).entries()) {
    await section.screenshot({ path: `${name}-${index}.png` });
  }
}
