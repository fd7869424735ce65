/** A phone with the oldest browser of the build's TARGET (vite.config.ts): what came later is taken away from a page of today's. */
import { expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { button, openReady, ownBrowser } from './support/app.ts';
import { screens, stockScreens, visit } from './support/screens.ts';

/** Object of the page → what Chrome 101 and later gave it. */
const NEWER_THAN_TARGET = {
  URL: ['canParse', 'parse'],
  AbortSignal: ['timeout', 'any'],
  'AbortSignal.prototype': ['throwIfAborted'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Promise: ['withResolvers', 'try'],
  Array: ['fromAsync'],
  'Array.prototype': ['toSorted', 'toSpliced', 'toReversed', 'with'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Set.prototype': [
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ],
  'Iterator.prototype': [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ],
  'Element.prototype': ['checkVisibility', 'setHTMLUnsafe'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover', 'popover'],
  RegExp: ['escape'],
};

async function oldBrowser(): Promise<Browser> {
  const browser = await ownBrowser();
  await browser.context.addInitScript(newer => {
    for (const [path, names] of Object.entries(newer)) {
      const owner = path.split('.').reduce((at: unknown, name) => Reflect.get(Object(at), name), globalThis);
      for (const name of names) Reflect.deleteProperty(Object(owner), name);
    }
  }, NEWER_THAN_TARGET);
  return browser;
}

it('signs in, saves a contact, orders and opens every screen', async () => {
  const browser = await oldBrowser();
  const app = await openReady(DEMO.promoter, { browser });
  const { page, at } = app;
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false);
  const [name, phone] = ['Олег Старотелефонов', newPhone()];
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  await expect.poll(async () => (await server.contactsWith(phone)).length).toBe(1);
  for (const screen of screens) await visit(app, screen);
});

it('opens what moderators and administrators work with', async () => {
  const browser = await oldBrowser();
  const app = await openReady(DEMO.admin, { browser, size: DESKTOP });
  for (const screen of stockScreens) await visit(app, screen);
  const { page, at } = app;
  await page.goto(at('/users'));
  await page
    .getByRole('button', { name: /^Войти как/ })
    .first()
    .waitFor();
  await page.goto(at('/abac?policy=7'));
  await button(page, 'Add policy').waitFor();
  await page.goto(at('/promo/moderation/stats'));
  await page.getByRole('row').nth(1).waitFor();
});
