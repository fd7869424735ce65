import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import {
  closeScene,
  findNetwork,
  raiseStage,
  readyForTheField,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';

const ORDER = '/api/promo/orders/sendOrder';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
  scene = await readyForTheField(stage);
});
afterAll(async () => {
  await closeScene(stage, scene);
  await stage.end();
});

const toOutbox = (page: Page) => page.getByRole('link', { name: 'Очередь' }).first().click();
const orderTaken = (page: Page) => page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });

it('a refused order is mended where the server said it was wrong, sent, and leads to the request', async () => {
  const { page, proxy, at } = scene;
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Лия Отказная', phones: [phone] });
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  const said = { message: 'The given data was invalid.', errors: { street: ['Такой улицы нет'] } };
  proxy.spoil({ path: ORDER, fault: { status: 422, json: said } });
  await orderDelivery(page, 'Лия Отказная');
  await toOutbox(page);
  await page
    .getByRole('button', { name: /Лия Отказная/ })
    .filter({ hasText: 'Такой улицы нет' })
    .click();
  await page.getByRole('link', { name: 'Исправить' }).click();
  const street = page.getByLabel(/^Улица/);
  await page.getByText('Такой улицы нет').first().waitFor();
  expect(await street.getAttribute('aria-invalid')).toBe('true');
  await street.fill('Садовая');
  await page.getByRole('button', { name: 'Оформить заявку' }).click();
  await orderTaken(page).waitFor();
  await toOutbox(page);
  await page
    .getByRole('region', { name: /^Отправлено/ })
    .getByRole('button', { name: /^Доставка|^Заявка/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Открыть' }).click();
  await page.waitForURL(/\/promo\/request\/\d+$/);
  const server = await witness(stage.server.origin, DEMO.promoter);
  expect((await server.ordersWith(phone)).map(order => order.address)).toEqual([
    expect.stringContaining('Садовая'),
  ]);
});

it('what was saved into a file, then sent, then wiped from the phone is loaded again and is there once', async () => {
  const { page, proxy, at } = scene;
  const phone = newPhone();
  const name = 'Ирма Файловая';
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
  const text = await saveFile(page);
  expect(text).toContain(`Новый контакт: ${name}`);
  await findNetwork(scene);
  await orderTaken(page).waitFor();

  await wipe(page);
  await page.goto(at('/login?redirect=/promo/outbox'));
  await signIn(page, DEMO.promoter);
  const buffer = Buffer.from(text);
  const input = page.getByLabel('Загрузить из файла').last();
  await input.setInputFiles({ name: 'neotpravleno.txt', mimeType: 'text/plain', buffer });
  const question = page.getByRole('dialog', { name: 'Загрузить записи?' });
  await question.getByText('2 записи: 0 уже здесь, 2 новые').waitFor();
  await question.getByRole('button', { name: 'Загрузить', exact: true }).click();
  await page.getByRole('region', { name: 'Отправлено (2)' }).waitFor();

  const server = await witness(stage.server.origin, DEMO.promoter);
  expect(await server.contactsWith(phone)).toHaveLength(1);
  expect(await server.ordersWith(phone)).toHaveLength(1);
});

/** Presses the button, and reads what the browser would put among the downloads. */
async function saveFile(page: Page): Promise<string> {
  await toOutbox(page);
  const reading = page.evaluate(
    () =>
      new Promise<string>(resolve => {
        URL.createObjectURL = blob => {
          if (blob instanceof Blob) void blob.text().then(resolve);
          return '#';
        };
      }),
  );
  await page.getByRole('button', { name: 'Сохранить в файл' }).click();
  return reading;
}

/** Everything that the browser keeps of the site is gone, as when somebody clears its data. */
async function wipe(page: Page): Promise<void> {
  const cdp = await stage.browser.cdp(page);
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}
