import type { Page } from 'playwright-core';

/** What a promoter writes down of somebody met. */
export type Person = { name: string; phones: readonly string[] };

/** Ten digits that no other call gives: the demo's numbers begin with 000 as well, with other digits behind. */
export function newPhone(): string {
  serial += 1;
  return `99${String(process.pid % 10_000).padStart(4, '0')}${String(serial).padStart(4, '0')}`;
}

let serial = 0;

/** Fills and saves the form of a new contact that is open; the list follows. */
export async function createContact(page: Page, { name, phones }: Person): Promise<void> {
  await fillContact(page, { name, phones });
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.waitForURL(/\/promo\/contacts$/);
}

export async function fillContact(page: Page, { name, phones }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Имя' }).fill(name);
  for (const [index, phone] of phones.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'добавить телефон' }).click();
    // Behind the label a required field says that it is one.
    const label = index === 0 ? /^Телефон(?! \d)/ : new RegExp(`^Телефон ${index + 1}`);
    await page.getByRole('textbox', { name: label }).fill(phone);
  }
}

/** From the contact's row by its page, beside the list where there is room, to a saved workshop delivery. */
export async function orderDelivery(page: Page, name: string): Promise<void> {
  await openContact(page, name);
  await page.getByRole('link', { name: 'В мастерскую' }).click();
  await page.getByRole('button', { name: `Контакт: ${name}` }).waitFor();
  await fillDelivery(page);
  await page.getByRole('button', { name: 'Оформить заявку' }).click();
  await page.waitForURL(/\/promo\/orders$/);
}

/** From the contact's row to its page. */
export async function openContact(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
}

/** Everything but the contact. */
export async function fillDelivery(page: Page): Promise<void> {
  await choose(page, 'Район');
  await choose(page, 'Вид работ');
  await page.getByLabel(/^Улица/).fill('Лесная');
  await page.getByRole('textbox', { name: 'Дом' }).fill('5к1');
}

/** The first thing that can be chosen: which one does not matter. */
async function choose(page: Page, label: string): Promise<void> {
  const list = page.getByRole('combobox', { name: label });
  const value = await list.locator('option:not([value=""])').first().getAttribute('value');
  await list.selectOption(value);
}

/** Whoever is back sooner has not called. */
const AWAY_MS = 5_500;

/** To the dialer and back, as the page sees it. */
export async function goToDialerAndBack(page: Page): Promise<void> {
  await page.evaluate(async away => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      if (state === 'hidden') await new Promise(resolve => setTimeout(resolve, away));
    }
    Reflect.deleteProperty(document, 'visibilityState');
  }, AWAY_MS);
}
