import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import { takesFocus } from '#tests/support/focus.ts';
import { newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, readyForTheField, type Stage } from '#tests/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

const PATIENCE = { timeout: 20_000, interval: 200 };

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const card = (page: Page, name: string) => page.getByRole('article', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Pasted like a text from a messenger, not typed. */
async function paste(page: Page, text: string): Promise<void> {
  await field(page, /^Телефон(?! \d)/).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function remove(page: Page, name: string): Promise<void> {
  await press(page, `Действия: ${name}`);
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

it('a stand without a network: pasted numbers, a known phone, a series, two deletes thought better of', async () => {
  const scene = await readyForTheField(stage);
  const { proxy, page, at } = scene;
  const [first, second, third, fourth] = [newPhone(), newPhone(), newPhone(), newPhone()];
  await proxy.goOffline();

  await page.goto(at('/promo/contacts/add'));
  await field(page, 'Имя').fill('Ада');
  await field(page, 'Комментарий').fill('Ярмарка');
  await paste(page, `8 ${first}, +7${second}`);
  expect((await field(page, /^Телефон 2/).inputValue()).replaceAll(/\D/g, '')).toBe(`7${second}`);
  await press(page, 'Сохранить и добавить еще');
  await page.getByText('Добавлено подряд: 1').waitFor();

  // Nobody has touched anything but the save: the next one can be typed at once, with the comment of the event.
  await takesFocus(field(page, 'Имя'));
  await page.keyboard.type('Белла');
  expect(await field(page, 'Имя').inputValue()).toBe('Белла');
  expect(await field(page, 'Комментарий').inputValue()).toBe('Ярмарка');
  await field(page, /^Телефон(?! \d)/).fill(second);
  await page.getByText('Уже есть: Ада').waitFor();
  await press(page, 'Сохранить и добавить еще');
  const question = page.getByRole('dialog', { name: 'Такой номер уже есть у контакта «Ада»' });
  await takesFocus(question);
  await page.keyboard.press('Escape');
  await field(page, /^Телефон(?! \d)/).fill(third);
  await press(page, 'Сохранить и добавить еще');
  await page.getByText('Добавлено подряд: 2').waitFor();
  await takesFocus(field(page, 'Имя'));
  await page.keyboard.type('Вера');
  await field(page, /^Телефон(?! \d)/).fill(fourth);
  await press(page, 'Создать контакт');
  await page.waitForURL(/\/promo\/contacts$/);

  await remove(page, 'Вера');
  await card(page, 'Вера').waitFor({ state: 'detached' });
  await page.getByRole('group', { name: /Вера/ }).getByRole('button', { name: 'Вернуть' }).click();
  await card(page, 'Вера').waitFor();

  const known = page.getByRole('article').nth(3);
  const name = (await known.getByRole('heading').textContent()) ?? '';
  const phone =
    (await known.getByRole('link', { name: /^Позвонить/ }).getAttribute('href'))?.slice(-10) ?? '';
  await remove(page, name);
  await card(page, name).first().getByText('Удалится при связи').waitFor();
  await card(page, name).first().getByRole('button', { name: 'Вернуть', exact: true }).click();
  await page.getByText('Удалится при связи').waitFor({ state: 'detached' });

  await findNetwork(scene);
  const server = await witness(stage.server.origin, DEMO.promoter);
  await expect.poll(async () => (await server.contactsWith(fourth)).length, PATIENCE).toBe(1);
  const saved = await Promise.all([first, second, third, fourth, phone].map(server.contactsWith));
  expect(saved.map(contacts => contacts.map(contact => contact.first_name))).toEqual([
    ...[['Ада'], ['Ада'], ['Белла'], ['Вера']],
    [name.split(' ')[0]],
  ]);
  expect(saved[0]?.[0]?.comment).toBe('Ярмарка');
  await closeScene(stage, scene);
});
