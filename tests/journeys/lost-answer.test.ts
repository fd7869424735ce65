import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import type { Fault } from '#tests/support/cutting-proxy.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import {
  closeScene,
  findNetwork,
  raiseStage,
  readyForTheField,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';

const SAVE = '/api/promo/contacts/save';
const ORDER = '/api/promo/orders/sendOrder';

const PATIENCE = { timeout: 60_000, interval: 200 };

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

beforeEach(async () => {
  scene = await readyForTheField(stage);
});
afterEach(() => closeScene(stage, scene));

/** A contact and a delivery for it, saved where nothing gets through. */
async function workInTheField(name: string): Promise<string> {
  const { page, proxy, at } = scene;
  const phone = newPhone();
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
  return phone;
}

/** The code that the page tells, the moment it tells it. Back-off is not waited for: the user presses the button. */
async function toldCode(page: Page): Promise<string | undefined> {
  const toast = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
  const button = page.getByRole('button', { name: 'Отправить сейчас' });
  await page.getByRole('link', { name: 'Очередь' }).first().click();
  await expect
    .poll(async () => {
      // Not `click`: that would wait for a button that is off because everything is sent.
      await button.dispatchEvent('click');
      return toast.count();
    }, PATIENCE)
    .toBe(1);
  return /Заявка (\S+)/.exec((await toast.getAttribute('aria-label')) ?? '')?.[1];
}

/** The server has one contact and one order of this phone, and the page calls the order by its code. */
async function expectExactlyOne(phone: string): Promise<void> {
  const code = await toldCode(scene.page);
  const server = await witness(stage.server.origin, DEMO.promoter);
  expect(await server.contactsWith(phone)).toHaveLength(1);
  expect((await server.ordersWith(phone)).map(order => order.fullcode)).toEqual([code]);
}

describe('an order whose answer got lost', () => {
  it.each<[string, Fault]>([
    ['never came', 'lose-answer'],
    ['came half', 'cut-answer'],
    ['was a sign-in page of the Wi-Fi', 'html'],
    ['was a 500', 'error'],
  ])('is asked for again with the same key when the answer %s', async (_name, fault) => {
    const { proxy } = scene;
    const phone = await workInTheField(`Мила ${fault}`);
    proxy.spoil({ path: ORDER, fault, times: 2 });
    await findNetwork(scene);
    await expectExactlyOne(phone);
    const orders = proxy.passages(ORDER);
    expect(orders.map(passage => passage.fault)).toEqual([fault, fault, undefined]);
    expect(new Set(orders.map(passage => passage.key)).size).toBe(1);
  });

  it('is looked for when nothing is known yet of the server, and so is its contact', async () => {
    const { proxy } = scene;
    const phone = await workInTheField('Ада Первая');
    proxy.spoil({ path: SAVE, fault: 'lose-answer' });
    proxy.spoil({ path: ORDER, fault: 'lose-answer' });
    await findNetwork(scene);
    await expectExactlyOne(phone);
    expect(proxy.passages(SAVE)).toHaveLength(1);
    expect(proxy.passages(ORDER)).toHaveLength(1);
  });

  it('is on the server once when the server loses its power before it is asked again', async () => {
    const { proxy } = scene;
    const phone = await workInTheField('Рем Лифтовой');
    proxy.spoil({ path: ORDER, fault: 'lose-answer', times: Number.POSITIVE_INFINITY });
    await findNetwork(scene);
    await expect.poll(() => proxy.passages(ORDER).length, PATIENCE).toBeGreaterThan(0);
    await stage.server.kill();
    proxy.heal();
    await stage.server.start();
    await expectExactlyOne(phone);
  });
});
