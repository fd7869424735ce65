/** Every screen that a promoter may open, and the warehouse's: its words, who can use it, the keys that lead over it, and the content policy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { accessibilityFaults, themeFaults } from './support/accessibility.ts';
import { type App, closeApp, openReady, openSignedIn } from './support/app.ts';
import { focusFaults, tabTour } from './support/focus.ts';
import { shiftFaults } from './support/layout-shift.ts';
import {
  editFirstContact,
  isContactThere,
  isRequestThere,
  openFirstContact,
  openFirstRequest,
  screens,
  stockScreens,
  visit,
} from './support/screens.ts';
import { phoneStates, states } from './support/states.ts';
import { textFaults } from './support/text-faults.ts';
import { PROMOTER, wordsOf } from './support/verbatim.ts';

const { says } = wordsOf(PROMOTER);

const NOTHING_WRONG = { missed: [], unmarked: [], covered: [] };

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
      expect(await shiftFaults(app.page, name)).toEqual([]);
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
    await app.page.reload();
    await isContactThere(app.page);
    expect(await shiftFaults(app.page, 'contact')).toEqual([]);
    expect(await themeFaults(app.page, 'contact')).toEqual([]);
    expect(await textFaults(app.page, 'contact')).toEqual([]);
    expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
  });

  it('everybody can read a request, by keyboard too', async () => {
    await openFirstRequest(app);
    await app.page.reload();
    await isRequestThere(app.page);
    expect(await shiftFaults(app.page, 'request')).toEqual([]);
    expect(await themeFaults(app.page, 'request')).toEqual([]);
    expect(await textFaults(app.page, 'request')).toEqual([]);
    expect(await tabTour(app.page)).toMatchObject(NOTHING_WRONG);
  });

  it.each([...states, ...phoneStates].map(each => [each.name, each] as const))(
    'everybody can use the state %s',
    async (name, state) => {
      await state.open(app);
      if (name === 'refused-form') expect(await focusFaults(app.page, name)).toEqual([]);
      expect(await themeFaults(app.page, name)).toEqual([]);
      // A menu is placed by its size when it opens.
      if (name !== 'contact-menu') expect(await textFaults(app.page, name)).toEqual([]);
    },
  );
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

  it.each(states.map(each => [each.name, each] as const))(
    'everybody can use the state %s',
    async (_name, state) => {
      await state.open(app);
      expect(await accessibilityFaults(app.page)).toEqual([]);
    },
  );

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
