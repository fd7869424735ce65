/** Moderators' and administrators' screens, with letters of every size and width: nothing is cut, overlaps or is broken. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#kit/clock.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, closeApp, openSignedIn } from './support/app.ts';
import { MODERATOR_VIEWS, textFaults } from './support/text-faults.ts';

let app: App;

beforeAll(async () => {
  app = await openSignedIn('/promo/moderation', DEMO.admin, { size: DESKTOP });
});
afterAll(() => closeApp(app));

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Each with what stands there once it is drawn. */
const SCREENS = [
  ['what waits', '/dashboard', '[aria-label="Что ждет"] + p'],
  ['whom to pay', '/promo/moderation', '[data-promoter]'],
  ['one who is paid', '/promo/moderation?promoter=1', 'section[aria-label^="Выплата: "] tbody tr'],
  ['reports', '/promo/moderation/reports', '[aria-label="Страницы"]'],
  ['reports of one', '/promo/moderation/reports?promoter=1', '[aria-label="Страницы"]'],
  ['a closed report', '/promo/moderation/report/1', '[data-request]'],
  ['an open report', '/promo/moderation/report/2', '[data-request]'],
  ['payments', '/promo/moderation/payments', '[type=search]'],
  ['statistics', '/promo/moderation/stats', 'tfoot, article'],
  [
    'statistics of a month',
    `/promo/moderation/stats?from=${dayBefore(30)}&to=${dayBefore(0)}`,
    'td:has-text("было")',
  ],
  ['a new promoter', '/promo/moderation/add', 'form'],
  ['users', '/users', '[data-user]'],
  ['a user', '/users?user=1', 'section[aria-label^="Пользователь: "] dl'],
  ['clients and tokens', '/oauth', 'section h2'],
  ['receipts', '/warehouse/enter/1', '[aria-label="Страницы"]'],
  ['a receipt', '/warehouse/enter/edit/1', 'table, article'],
] as const;

it.each(SCREENS)('%s', async (name, path, drawn) => {
  await app.page.setViewportSize(DESKTOP);
  await app.page.goto(app.at(path));
  await app.page.locator(drawn).first().waitFor();
  expect(await textFaults(app.page, name, MODERATOR_VIEWS)).toEqual([]);
});
