/** What is pressed stays under the pointer, whatever the field that it takes the focus from says then. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, openApp, openReady, openSignedIn } from './support/app.ts';
import { openCredentials, panel } from './support/credentials.ts';
import { line } from './support/policies.ts';
import { missedPresses, withFinger } from './support/presses.ts';
import { editFirstContact, screens, visit } from './support/screens.ts';
import { saveButton } from './support/warehouse.ts';

const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;

/** A form, and how to come to one that nobody has touched. */
type Form = readonly [name: string, open: (app: App) => Promise<unknown>];

const at =
  (path: string, ready: (page: Page) => Locator) =>
  async (app: App): Promise<void> => {
    await app.page.goto(app.at(path));
    await ready(app.page).first().waitFor();
  };

const FORMS: readonly Form[] = [
  ...screens
    .filter(({ name }) => ['add', 'import', 'home-order', 'workshop-order'].includes(name))
    .map((screen): Form => [screen.name, app => visit(app, screen)]),
  ['edit a contact', editFirstContact],
  ['filter of orders', at('/promo/orders', page => button(page, 'Фильтровать'))],
];

/** Enough for each button of a large form: what is said below a field is the same in all. */
const TURNS_OF_STAFF = 3;

/** Their rights are a list: one row of it is like another. */
const TURNS_OF_DIALOGS = 6;

const MODERATORS: readonly Form[] = [
  ['a promoter', at('/promo/moderation/add', page => button(page, 'Придумать пароль'))],
  ['promoters, many', at('/promo/moderation/add?batch', page => page.locator('main textarea'))],
  ['reports', at('/promo/moderation/reports', page => button(page, 'Сформировать'))],
  ['statistics', at('/promo/moderation/stats', page => page.getByText(/^Обновлено/))],
  ['payouts', at('/promo/moderation', page => page.locator('main').getByRole('searchbox'))],
  ['a receipt', at('/warehouse/enter/edit/38', saveButton)],
];

const ADMINISTRATORS: readonly Form[] = [
  ['users', at('/users', page => page.locator('[data-user]'))],
  ['blocking a user', app => openUser(app).then(() => askToBlock(app.page))],
  ['a policy', openPolicy],
];

async function openUser(app: App): Promise<void> {
  await at('/users', page => page.locator('[data-user]'))(app);
  await app.page.locator('[data-user]').nth(2).click();
  await button(app.page, 'Заблокировать').waitFor();
}

async function askToBlock(page: Page): Promise<void> {
  await button(page, 'Заблокировать').click();
  await page.getByRole('dialog').waitFor();
}

async function openPolicy(app: App): Promise<void> {
  await at('/abac', page => button(page, 'Add policy'))(app);
  await button(app.page, 'Add policy').click();
  await button(app.page, 'Add rule').click();
  await line(app.page, 'Target', /^allOf/).click();
  await app.page.getByRole('button', { name: /^Добавить условие/ }).click();
}

async function missedIn(app: App, forms: readonly Form[], how: Parameters<typeof missedPresses>[2] = {}) {
  const missed: string[] = [];
  for (const [name, open] of forms) {
    const here = await missedPresses(app.page, () => open(app), how);
    missed.push(...here.map(each => `${name}: ${each}`));
  }
  return missed;
}

it('a finger comes to its button in the forms of a contact and of an order', async () => {
  const app = await openReady(DEMO.promoter);
  const cdp = await app.browser.cdp(app.page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const hand = withFinger(app.page, cdp);
  const forms = FORMS.filter(([name]) => ['add', 'home-order'].includes(name));
  expect(await missedIn(app, forms, { hand })).toEqual([]);
});

describe.each(SIZES)('on %s', (_, size) => {
  it('every press in the forms of a promoter comes to its button', async () => {
    const app = await openReady(DEMO.promoter, { size });
    expect(await missedIn(app, FORMS)).toEqual([]);
  });

  it.each([
    ['a moderator', DEMO.moderator, MODERATORS],
    ['an administrator', DEMO.admin, ADMINISTRATORS],
  ] as const)('every press in the forms of %s comes to its button', async (_, email, forms) => {
    const app = await openSignedIn('/dashboard', email, { size });
    expect(await missedIn(app, forms, { turns: TURNS_OF_STAFF })).toEqual([]);
  });

  it('every press of the sign-in form comes to its button', async () => {
    const { page, at: address } = await openApp('/login', { size });
    const open = async () => {
      await page.goto(address('/login'));
      await page.getByLabel('E-mail').waitFor();
    };
    expect(await missedPresses(page, open)).toEqual([]);
  });

  it.each([
    ['OAuth clients', 'Создать клиента'],
    ['Personal access tokens', 'Создать токен'],
  ] as const)('every press in the dialog of %s comes to its button', async (of, opener) => {
    const { page } = await openCredentials({ size });
    const open = async () => {
      await page.reload();
      await button(panel(page, of), opener).click();
      await page.getByRole('dialog').waitFor();
    };
    expect(await missedPresses(page, open, { turns: TURNS_OF_DIALOGS })).toEqual([]);
  });
});
