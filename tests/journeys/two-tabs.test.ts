import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, readyForTheField, type Stage } from '#tests/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

it('two tabs send a contact once, both show it confirmed, and one of them tells it', async () => {
  const scene = await readyForTheField(stage);
  const { page: writing, proxy, at } = scene;
  const phone = newPhone();
  const name = 'Ева Двойная';
  const watching = await stage.browser.open(at('/promo/contacts'));
  await watching.getByRole('article').first().waitFor();
  // Every toast is said in the live region first; what was said is counted from here on.
  const told: string[] = [];
  for (const page of [writing, watching]) await listen(page, text => told.push(text));

  await proxy.goOffline();
  await writing.getByRole('link', { name: 'Телефоны' }).first().click();
  await writing.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await createContact(writing, { name, phones: [phone] });
  const cards = [writing, watching].map(page => page.getByRole('article', { name }));
  for (const card of cards) await card.getByText('Ждет отправки').waitFor();

  await proxy.goOnline();
  for (const page of [writing, watching])
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const card of cards) await card.getByText('Ждет отправки').waitFor({ state: 'detached' });
  for (const card of cards) expect(await card.isVisible()).toBe(true);
  expect(await (await witness(stage.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
  expect(proxy.passages('/api/promo/contacts/save')).toHaveLength(1);
  await expect.poll(() => told.filter(text => text === 'Контакт успешно добавлен')).toHaveLength(1);
  await closeScene(stage, scene);
});

/** Hears what the page tells to readers from now on. */
async function listen(page: Page, hear: (text: string) => void): Promise<void> {
  await page.exposeFunction('hear', hear);
  await page.evaluate(() => {
    const said = (node: Node) => {
      const hearing: unknown = Reflect.get(window, 'hear');
      const isForReaders = node.parentElement?.matches('[role=status].visually-hidden');
      if (isForReaders && typeof hearing === 'function') hearing(node.textContent);
    };
    const observer = new MutationObserver(changes => {
      for (const { addedNodes } of changes) addedNodes.forEach(said);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
