import type { Locator, Page } from 'playwright-core';
import { createClient, createPersonalToken, listClients, listPersonalTokens } from '#contract/credentials.ts';
import { newId } from '#kit/ids.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { PHONE } from '#tests/support/browser.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { type App, button, type Options, openSignedIn } from './app.ts';
import type { Credentials, ThirdParty } from './third-party.ts';

/** Where clients and personal tokens are listed and made, for what spoils or counts it. */
export const CLIENTS = listClients.path;
export const TOKENS = listPersonalTokens.path;

/** The three panels of the screen. */
const PANELS = ['OAuth clients', 'Authorized applications', 'Personal access tokens'] as const;
type PanelName = (typeof PANELS)[number];

export const panel = (page: Page, name: PanelName) => page.getByRole('region', { name, exact: true });

/** What a panel lists under that name: a row of its table, a card on a phone. */
export const rowOf = (page: Page, of: PanelName, name: string) =>
  panel(page, of)
    .getByRole('row')
    .or(panel(page, of).getByRole('article'))
    .filter({ has: page.getByText(name, { exact: true }) });

/** The question or the form that is open. */
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Waits until the toast says it. */
export const toast = (page: Page, words: string) =>
  page.locator('.Toastify').getByText(words, { exact: true }).first().waitFor();

/** The screen before its user, an administrator unless said otherwise. */
export async function openCredentials(options?: Options, email: string = DEMO.admin): Promise<App> {
  const app = await openSignedIn('/oauth', email, options);
  await isThere(app.page);
  return app;
}

/** Until all three panels have been answered. */
export async function isThere(page: Page): Promise<void> {
  for (const name of PANELS)
    await panel(page, name)
      .getByText(/^Обновлено /)
      .waitFor();
}

/** The way that a user goes: the dropdown beside their name, on a phone the menu of the top bar. */
export async function goByMenu(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === PHONE.width;
  const menu = isPhone ? button(page, 'Еще действия') : page.getByRole('button', { name: /^Профиль: / });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Приложения и токены' }).click();
  await page.getByRole('heading', { name: 'Приложения и токены', level: 1 }).waitFor();
  await isThere(page);
}

type NewClient = { name: string; redirect: string };

/** Opens the form of a new client and fills it. */
export async function fillClient(page: Page, { name, redirect }: NewClient): Promise<Locator> {
  await button(panel(page, 'OAuth clients'), 'Создать клиента').click();
  const form = dialog(page, 'Новый клиент');
  await form.getByRole('textbox', { name: 'Название' }).fill(name);
  await form.getByRole('textbox', { name: 'Адреса возврата' }).fill(redirect);
  return form;
}

/** Makes a client; its secret then stands above the list, hidden. */
export async function makeClient(page: Page, client: NewClient): Promise<void> {
  const form = await fillClient(page, client);
  await button(form, 'Создать').click();
  await form.waitFor({ state: 'detached' });
  await button(page, `Скопировать: Секрет клиента ${client.name}`).waitFor();
}

/** Presses «Скопировать» of something secret, and tells what the clipboard then has. */
export async function copied(page: Page, label: string): Promise<string> {
  await button(page, `Скопировать: ${label}`).click();
  await page.getByText('Скопировано', { exact: true }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** What a dialog tells this once, which is then closed. */
export async function revealed(page: Page, title: string, done: string): Promise<string> {
  const shown = dialog(page, title);
  const text = await shown.locator('code').textContent();
  await button(shown, done).click();
  await shown.waitFor({ state: 'detached' });
  return text ?? '';
}

/** The number that a client is known by, as its row tells it. */
export async function clientId(page: Page, name: string): Promise<string> {
  const words = (await rowOf(page, 'OAuth clients', name).textContent()) ?? '';
  const id = /\d{4,}/.exec(words.replace(name, ''))?.[0];
  if (!id) throw new Error(`no number of a client in: ${words}`);
  return id;
}

/** Presses a link of the third party's, and tells what its page says then. */
export async function pressThere(page: Page, third: ThirdParty, link: string): Promise<string> {
  if (!page.url().startsWith(third.origin)) await page.goto(third.origin);
  await page.getByRole('link', { name: link }).click();
  return saysThere(page);
}

/** What the page of the third party, or of consent, has as its title. */
export async function saysThere(page: Page): Promise<string> {
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

/** From the third party to the page of consent. */
export async function askConsent(page: Page, third: ThirdParty): Promise<void> {
  await pressThere(page, third, 'Подключить');
  await page.getByRole('heading', { name: 'Разрешить доступ?' }).waitFor();
}

/** Says yes there, and comes back. */
export async function consent(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Пароль').fill(password);
  await page.getByRole('button', { name: 'Разрешить' }).click();
}

/** What somebody has, asked and made by HTTP beside the page. */
export async function ownThings(origin: string, email: string = DEMO.admin) {
  const call = await callAs(origin, email);
  const namesAt = async (path: string) =>
    (await call<{ name: string }[]>('GET', path)).map(({ name }) => name);
  return {
    clients: () => namesAt(CLIENTS),
    tokens: () => namesAt(TOKENS),
    async makeClient(client: NewClient): Promise<Credentials> {
      const { id, secret } = await call<Credentials>('POST', createClient.path, client);
      return { id: String(id), secret };
    },
    async makeToken(name: string, scopes: readonly string[]): Promise<string> {
      const made = await call<{ accessToken: string }>('POST', createPersonalToken.path, { name, scopes });
      return made.accessToken;
    },
  };
}

/** What the accounting system tells of a request, with that token. */
export async function advanceRequest(
  origin: string,
  token: string,
  {
    code,
    key = newId(),
    ...received
  }: { code: string; key?: string; state?: string; tofirm?: number | string },
) {
  const answer = await fetch(`${origin}/api/integration/requests/${encodeURIComponent(code)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(received),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
