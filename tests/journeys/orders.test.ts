import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, goOnline, openReady } from './support/app.ts';
import { advanceRequest, ownThings } from './support/credentials.ts';

const BROKEN = 'Гудит и не греет';

/** The oldest request of the demo: no list that is loaded here reaches down to it. */
const UNSEEN = 1;

let app: App;

beforeEach(async () => {
  app = await openReady();
});

/** Within the page, as a promoter goes: a reload would be another start of the app. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true }).click();

it('orders again for somebody known without a network, and hears later what became of it', async () => {
  const { page, proxy, at } = app;

  const paid = await sumOf('Оплаченные');
  await sumOf('Выполненные');
  await page.goto(at('/promo'));
  const percent = page.getByRole('region', { name: 'Мой процент' });
  await percent.getByText(paid).waitFor();
  await expect.poll(() => percent.textContent()).toMatch(/Обновлено в \d\d:\d\d/);

  await goTo(page, 'Заявки');
  await page
    .getByRole('link', { name: /^Заявка / })
    .first()
    .click();
  await page.getByText('как посчитано').waitFor();
  const seenAt = page.url();
  const seen = await readRequest(page);

  await proxy.goOffline();
  await page.goto(seenAt);
  await page.getByText('Нет связи. Показана последняя копия.').waitFor();
  expect(await readRequest(page)).toEqual(seen);
  await page.getByText(/^Обновлено /).waitFor();
  await page.goto(at(`/promo/request/${UNSEEN}`));
  await page.getByText('Эту заявку еще не открывали на этом устройстве.').waitFor();
  expect(page.url()).toContain(`/promo/request/${UNSEEN}`);

  await orderFromContact(seen);
  const waiting = page.getByRole('region', { name: 'Ждут отправки (1)' });
  await waiting.getByText(seen.street).waitFor();
  const listed = page.getByRole('link', { name: /^Заявка / }).first();
  expect((await waiting.boundingBox())?.y).toBeLessThan((await listed.boundingBox())?.y ?? 0);

  await goOnline(app);
  await page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ }).waitFor();
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  const orders = (await server.ordersWith(seen.phone)).filter(order => order.broken === BROKEN);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    address: seen.address,
    work_name: seen.work,
    district_name: seen.district,
  });

  const code = String(orders[0]?.fullcode);
  // The server's own row: what this device has not had from it before is nothing new.
  const own = page.locator('a[href*="/promo/request/"]');
  await page
    .getByRole('link', { name: `Заявка ${code}` })
    .and(own)
    .waitFor();
  const { origin } = app.server;
  const token = await (await ownThings(origin)).makeToken('Учет', ['integration']);
  expect((await advanceRequest(origin, token, { code, state: 'in_work' })).status).toBe(200);
  await page.goto(at('/promo'));
  await page.getByText('Готово к работе без связи').click();
  await page.getByRole('button', { name: 'Обновить' }).click();
  await page.getByRole('link', { name: 'Новое: 1' }).click();
  const card = page.getByRole('article').filter({ hasText: code });
  await card.getByText('Новое').waitFor();
  await page.getByRole('link', { name: `Заявка ${code}` }).click();
  await page.getByText('как посчитано').waitFor();
  await page.goto(at('/promo'));
  await percent.waitFor();
  expect(await page.getByText(/^Новое/).count()).toBe(0);
});

it('comes back from a request to where the list was, also far down', async () => {
  const { page, at } = app;
  await page.goto(at('/promo/orders?status=done'));
  const rows = page.getByRole('article');
  while ((await rows.count()) < 60) {
    const shown = await rows.count();
    await page.getByRole('button', { name: 'Подгрузить еще' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  }
  const link = rows.nth(55).getByRole('link', { name: /^Заявка / });
  await link.scrollIntoViewIfNeeded();
  const place = async () => Math.round((await link.boundingBox())?.y ?? 0);
  const before = await place();
  await link.click();
  await page.getByText('как посчитано').waitFor();
  await page.goBack();
  await expect.poll(place).toBe(before);
  // The list was asked for anew meanwhile.
  await page.waitForLoadState('networkidle');
  expect(await place()).toBe(before);
  // As when the phone has thrown the page away.
  await page.reload();
  await expect.poll(place).toBe(before);
});

/** The promoter's percent over the requests of a filter, as the list says it. */
async function sumOf(filter: string): Promise<string> {
  const { page, at } = app;
  await page.goto(at('/promo/orders'));
  await page.getByRole('radio', { name: new RegExp(`^${filter}`) }).check({ force: true });
  await page.getByRole('button', { name: 'Фильтровать' }).click();
  await page.getByText(`Показаны ${filter.toLowerCase()} заявки`).waitFor();
  const sum =
    (await page
      .getByText(/^Процент: /)
      .first()
      .textContent()) ?? '';
  return sum.replace('Процент: ', '');
}

type Seen = {
  phone: string;
  district: string;
  work: string;
  address: string;
  street: string;
  isDelivery: boolean;
};

/** What the page says of a request. */
async function readRequest(page: Page): Promise<Seen> {
  const call = page.getByRole('link', { name: /^Позвонить/ }).first();
  const read = async (term: string) =>
    (await page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd').textContent()) ?? '';
  const address = await read('Адрес');
  return {
    phone: String(await call.getAttribute('href')).slice(-10),
    district: await read('Район'),
    work: await read('Вид работ'),
    address,
    street: address.split(',')[0] ?? '',
    isDelivery: (await read('Тип')) === 'Мастерские',
  };
}

/** From the page of the contact to an order that goes where the last one went. */
async function orderFromContact({ phone, district, work, street, isDelivery }: Seen): Promise<void> {
  const { page, at } = app;
  await page.goto(at('/promo/contacts'));
  await page.getByRole('searchbox').fill(phone);
  await page.getByText('Найдено: 1').waitFor();
  await page.locator('article h3 a').filter({ visible: true }).click();
  await page.getByRole('link', { name: isDelivery ? /В мастерскую/ : /На дом/ }).click();
  await page.getByText(`Как в прошлый раз: ${district}, ${work}, ${street}`).waitFor();
  await expect.poll(() => page.getByLabel(/^Улица/).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Подставить' }).click();
  await page.getByRole('textbox', { name: 'Неисправность' }).fill(BROKEN);
  await page.getByRole('button', { name: 'Оформить заявку' }).click();
  await page.waitForURL(/\/promo\/orders$/);
}
