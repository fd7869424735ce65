/** Every screen that a promoter may open, and the warehouse's: its words, who can use it, the keys that lead over it, and the content policy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { accessibilityFaults, themeFaults } from './support/accessibility.ts';
import { type App, closeApp, openReady, openSignedIn } from './support/app.ts';
import { focusFaults, tabTour } from './support/focus.ts';
import {
  editFirstContact,
  openFirstContact,
  openFirstRequest,
  screens,
  stockScreens,
  visit,
} from './support/screens.ts';
import { textFaults } from './support/text-faults.ts';
import { PROMOTER, wordsOf } from './support/verbatim.ts';

const { says } = wordsOf(PROMOTER);

const NOTHING_WRONG = { missed: [], unmarked: [], covered: [] };

/** What an address does not lead to. */
function statesOf(open: () => App, faultsOf: typeof themeFaults): void {
  it('everybody can see what a form refuses, and pick a contact', async () => {
    const { page, at } = open();
    await page.goto(at('/promo/orders/add/point'));
    await page.getByRole('button', { name: 'Оформить заявку' }).click();
    await page.getByRole('alert', { name: /в форме/ }).waitFor();
    expect(await focusFaults(page, 'refused')).toEqual([]);
    expect(await faultsOf(page, 'refused-form')).toEqual([]);
    await page.goto(at('/promo/orders/add/point'));
    await page.getByRole('button', { name: /^Контакт:/ }).click();
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    expect(await faultsOf(page, 'picker')).toEqual([]);
  });

  it('everybody can look through the people of a file', async () => {
    const { page, at } = open();
    await page.goto(at('/promo/contacts/import'));
    const cards = ['Иван\nTEL:9161112233', 'Вера\nTEL:02', 'Ваня\nTEL:9161112233\nTEL:9161112234'];
    const buffer = Buffer.from(cards.map(card => `BEGIN:VCARD\nFN:${card}\nEND:VCARD\n`).join(''));
    await page.locator('input[type=file]').setInputFiles({ name: 'a.vcf', mimeType: 'text/vcard', buffer });
    await page.getByRole('button', { name: 'Добавить 1 контакт' }).waitFor();
    expect(await faultsOf(page, 'import-found')).toEqual([]);
  });

  it('everybody can see what waits', async () => {
    const { page, proxy, at } = open();
    await proxy.goOffline();
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name: 'Тая', phones: [newPhone()] });
    expect(await faultsOf(page, 'contacts-waiting')).toEqual([]);
    await orderDelivery(page, 'Тая');
    expect(await faultsOf(page, 'orders-waiting')).toEqual([]);
    await page.getByRole('link', { name: 'Очередь' }).first().click();
    await page.getByText('Уйдет после контакта', { exact: true }).waitFor();
    expect(await faultsOf(page, 'outbox-waiting')).toEqual([]);
    await page.getByRole('button', { name: /^Доставка в мастерскую/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).waitFor();
    expect(await faultsOf(page, 'entry-sheet')).toEqual([]);
  });
}

describe('on a phone of a moderator', () => {
  let app: App;

  beforeAll(async () => {
    app = await openReady(DEMO.moderator);
  });
  afterAll(() => closeApp(app));

  it.each(stockScreens.map(each => [each.name, each] as const))(
    'the screen %s can be used by everybody, by keyboard too, and breaks no policy',
    async (name, screen) => {
      await visit(app, screen);
      expect(await themeFaults(app.page, name)).toEqual([]);
      expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
    },
  );

  it.each(stockScreens.map(each => [each.name, each] as const))(
    'the screen %s can be used by everybody on a desktop too',
    async (_name, screen) => {
      const { page } = app;
      await page.setViewportSize(DESKTOP);
      await visit(app, screen);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );
});

describe('on a phone', () => {
  let app: App;

  beforeAll(async () => {
    app = await openReady();
  });
  afterAll(() => closeApp(app));

  it.each(screens.map(each => [each.name, each] as const))(
    'the screen %s says what it owes, can be used by everybody, by keyboard too, and breaks no policy',
    async (name, screen) => {
      await visit(app, screen);
      if (screen.owes) await says(app.page, screen.owes);
      expect(await themeFaults(app.page, name)).toEqual([]);
      expect(await textFaults(app.page, name)).toEqual([]);
      expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
    },
  );

  it('everybody can edit a contact', async () => {
    await editFirstContact(app);
    expect(await themeFaults(app.page, 'edit')).toEqual([]);
    expect(await textFaults(app.page, 'edit')).toEqual([]);
  });

  it('everybody can read a contact, by keyboard too', async () => {
    await openFirstContact(app);
    expect(await themeFaults(app.page, 'contact')).toEqual([]);
    expect(await textFaults(app.page, 'contact')).toEqual([]);
    expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
  });

  it('everybody can read a request, by keyboard too', async () => {
    await openFirstRequest(app);
    expect(await themeFaults(app.page, 'request')).toEqual([]);
    expect(await textFaults(app.page, 'request')).toEqual([]);
    expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
  });

  statesOf(() => app, themeFaults);
});

describe('on a desktop', () => {
  let app: App;

  beforeAll(async () => {
    app = await openReady(DEMO.promoter, { size: DESKTOP });
  });
  afterAll(() => closeApp(app));

  it.each(screens.map(each => [each.name, each] as const))(
    'everybody can use the screen %s, and it breaks no policy',
    async (name, screen) => {
      await visit(app, screen);
      // The colours are the phone's; two screens show what only a desktop has.
      const isLikePhone = name !== 'home' && name !== 'orders';
      const { page } = app;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect(await (isLikePhone ? accessibilityFaults(page) : themeFaults(page, name))).toEqual([]);
    },
  );

  it('everybody can read and edit a contact and read a request', async () => {
    await openFirstContact(app);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await editFirstContact(app);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await openFirstRequest(app);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  statesOf(() => app, accessibilityFaults);

  it('policies, users and moderation of an administrator break no policy', async () => {
    const { page, at } = await openSignedIn('/abac', DEMO.admin, { size: DESKTOP });
    for (const path of ['/abac', '/users', '/moderation']) {
      await page.goto(at(path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
  });
});

it('a contact is written, found, opened and ordered for without a pointer', async () => {
  const { page, at, server } = await openReady();
  const phone = newPhone();
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(at('/promo/contacts'));
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).focus();
  await press('Enter');
  await page.getByRole('textbox', { name: 'Имя' }).focus();
  await page.keyboard.type('Еликонида');
  await page.getByRole('textbox', { name: /^Телефон/ }).focus();
  await page.keyboard.type(phone);
  await press('Enter');
  await page.waitForURL(/\/promo\/contacts$/);

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('tkbrjyblf');
  await page.getByRole('link', { name: 'Еликонида', exact: true }).filter({ visible: true }).focus();
  await press('Enter');
  await page.getByRole('link', { name: 'В мастерскую' }).focus();
  await press('Enter');

  await page.getByRole('button', { name: 'Контакт: Еликонида' }).focus();
  await press('Enter');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await press('Escape');
  const opener = page.getByRole('button', { name: 'Контакт: Еликонида' });
  await expect.poll(() => opener.evaluate(each => each === document.activeElement)).toBe(true);
  for (const name of ['Район', 'Вид работ']) {
    await page.getByRole('combobox', { name }).focus();
    await press('ArrowDown');
    await press('ArrowDown');
  }
  await page.getByLabel(/^Улица/).focus();
  await page.keyboard.type('Лесная');
  await page.getByRole('textbox', { name: 'Дом' }).focus();
  await page.keyboard.type('5');
  await press('Enter');
  await page.waitForURL(/\/promo\/orders$/);
  const known = await serverRecords(server.origin, DEMO.promoter);
  await expect.poll(() => known.ordersWith(phone), { timeout: 15_000 }).toHaveLength(1);
});
