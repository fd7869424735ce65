import { afterAll, beforeAll, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, findNetwork, raiseStage, readyForTheField, type Stage } from '#tests/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

it('what a promoter saves without a network survives a dead battery and arrives exactly once', async () => {
  const scene = await readyForTheField(stage);
  const { proxy, at } = scene;
  let { page } = scene;
  const phones = [newPhone(), newPhone()];
  const person = { name: 'Аглая Вокзальная', phones };

  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  const known = await page
    .getByRole('link', { name: /^Позвонить/ })
    .first()
    .getAttribute('href');
  expect(known).toMatch(/^tel:\+7\d{10}$/);
  const partOfPhone = String(known).slice(-7);
  await page.getByRole('searchbox').fill(partOfPhone);
  await page.getByText('Найдено: 1').waitFor();
  expect(await page.locator(`a[href="${known}"]`).filter({ visible: true }).count()).toBe(1);

  await page.getByRole('searchbox').fill('');
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await createContact(page, person);
  await orderDelivery(page, person.name);

  await stage.crashBrowser();
  page = await stage.browser.open(at('/promo/contacts'));
  const card = page.getByRole('article').filter({ hasText: person.name });
  await card.getByText('Ждет отправки').waitFor();
  await page.getByRole('link', { name: 'Заявки' }).click();
  const waiting = page.getByRole('region', { name: 'Ждут отправки (1)' });
  await waiting.getByText(person.name).waitFor();
  await waiting.getByText('Ждет контакт').waitFor();

  await findNetwork({ ...scene, page });
  const toast = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
  await toast.waitFor();
  const code = /Заявка (\S+)/.exec((await toast.getAttribute('aria-label')) ?? '')?.[1];

  const server = await witness(stage.server.origin, DEMO.promoter);
  const [first = '', second = ''] = phones;
  const contacts = await server.contactsWith(first);
  expect(contacts.map(contact => contact.contact_phones.map(phone => phone.full_phone))).toEqual([phones]);
  expect(await server.contactsWith(second)).toEqual(contacts);
  const orders = await server.ordersWith(first);
  expect(orders.map(order => order.fullcode)).toEqual([code]);
  expect(orders[0]?.client_fio).toContain(person.name);
  expect(orders[0]?.phones.map(phone => phone.full_phone)).toEqual(phones);
  await closeScene(stage, scene);
});
