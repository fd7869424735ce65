import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { closeScene, raiseStage, readyForTheField, type Stage } from '#tests/support/stage.ts';

declare global {
  interface Window {
    /** The first thing to call that was ever on the page, and whether the app was there by then. */
    first: { href: string | null; isApp: boolean } | undefined;
  }
}

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

it('whoever stands on top of the list can be called before the app is loaded, then only the app is there', async () => {
  const scene = await readyForTheField(stage);
  const { page, at, proxy } = scene;
  await proxy.goOffline();
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Ждущая Отправки', phones: [phone] });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const link = document.querySelector('article a[href^="tel:"]');
      if (!link || window.first) return;
      const isApp = document.getElementById('root')?.contains(link) ?? false;
      window.first = { href: link.getAttribute('href'), isApp };
    }).observe(document, { childList: true, subtree: true });
  });

  await page.reload();
  await page.getByRole('button', { name: 'Развернуть: Ждущая Отправки' }).waitFor();

  expect(await page.evaluate(() => window.first)).toEqual({ href: `tel:+7${phone}`, isApp: false });
  expect(await page.getByRole('article', { name: 'Ждущая Отправки' }).count()).toBe(1);
  expect(await page.locator('article').count()).toBe(await page.locator('#root article').count());
  await closeScene(stage, scene);
});

it('nobody is shown to whoever is not signed in', async () => {
  const scene = await readyForTheField(stage);
  const { page, at } = scene;
  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(at('/promo/contacts'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.locator('article').count()).toBe(0);
  await closeScene(stage, scene);
});
