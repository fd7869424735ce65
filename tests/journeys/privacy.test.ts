import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { closeScene, raiseStage, readyForTheField, type Stage } from '#tests/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

/** Everything that the origin keeps outside IndexedDB, as one text, and the names of its databases. */
async function kept(page: Page): Promise<{ text: string; databases: string[] }> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return { text: parts.join('\n'), databases };
  });
}

it('[S30] no personal data lies outside IndexedDB, and after logout neither tokens nor the book are left', async () => {
  const scene = await readyForTheField(stage);
  const { page, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Тайна Личная', phones: [phone] });
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  await page.goto(at('/promo/orders'));
  await page.getByText(/^Отображено/).waitFor();
  const call = await page
    .getByRole('link', { name: /^Позвонить/ })
    .first()
    .getAttribute('href');
  const stored: { accessToken: string; refreshToken: string } = JSON.parse(
    (await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY)) ?? '',
  );
  const personal = ['Тайна', phone, String(call).slice(-10), 'Кораблёв', 'promoter@example.com'];
  const tokens = [stored.accessToken, stored.refreshToken];

  const working = await kept(page);
  expect(personal.filter(each => working.text.includes(each))).toEqual([]);
  // The specification keeps the tokens in local storage: once, under the one key.
  for (const token of tokens) expect(working.text.split(token)).toHaveLength(2);
  expect(working.databases.filter(name => name.startsWith('promo-cache|'))).toHaveLength(1);
  expect(personal.filter(each => working.databases.join().includes(each))).toEqual([]);

  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const left = await kept(page);
  expect([...personal, ...tokens].filter(each => left.text.includes(each))).toEqual([]);
  expect(left.databases.filter(name => name.startsWith('promo-cache|'))).toEqual([]);
  expect(await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY)).toBeNull();
  await closeScene(stage, scene);
});
