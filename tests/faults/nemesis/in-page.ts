import type { Page } from 'playwright-core';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { pageScript } from './builds.ts';
import type { SaveRequest, SaveResult, SeenDevice } from './page-outbox.ts';

declare global {
  interface Window {
    /** What page-outbox.ts exports, once its script was brought into this page. */
    nemesis?: typeof import('./page-outbox.ts');
    /** Brings what a user is told out of the page at once: a page that dies a moment later has told it all the same. */
    nemesisResult: (id: string, received: SaveResult) => Promise<unknown>;
  }
}

/** What leaves when something was saved: what a fault of the proxy is meant for. */
export const SAVES = /\/(contacts\/(save|delete)|orders\/sendOrder)$/;

/** Ten digits; which ones does not matter. */
const PHONE = '9900000001';

/** What an order needs beside a contact, as the demo's server has it. */
export type Choices = { district: { id: number; name: string }; work: { id: number; name: string } };

/** Whom an order is for: a contact's local id, or a number that the server gave. */
export type Client = { id: string; name: string; phone: string };

/** A new contact. `words` are its comment. */
export function contactPayload(
  marker: string,
  words: string,
  phone: string = PHONE,
): Record<string, unknown> {
  return { first_name: marker, last_name: '', comment: words, phones: [phone] };
}

/** A workshop delivery. */
export function orderPayload(marker: string, client: Client, choices: Choices): Record<string, unknown> {
  return {
    type: 'basa',
    contact: client.id,
    contact_name: client.name,
    phones: [client.phone],
    broken: marker,
    district: choices.district,
    work: choices.work,
    street: 'Лесная',
    house: '1',
    korp: '',
    flat: '',
  };
}

/** Brings our module into a page of the app, unless it is there. */
export async function bringModule(page: Page): Promise<void> {
  if (await page.evaluate(() => window.nemesis !== undefined)) return;
  await page.evaluate(await pageScript());
}

/** Saves one as a form of the app does, or several at once; what the user hears comes by `nemesisResult`. */
export async function saveInPage(page: Page, wishes: readonly SaveRequest[]): Promise<void> {
  await page.evaluate(async wanted => {
    if (!window.nemesis) throw new Error('The page has no module of ours');
    await window.nemesis.save(wanted);
  }, wishes);
}

/** Gives a refused entry another payload. */
export async function correctInPage(page: Page, id: string, payload: unknown): Promise<SaveResult> {
  return page.evaluate(
    async given => {
      if (!window.nemesis) throw new Error('The page has no module of ours');
      return window.nemesis.correct(given.id, given.payload);
    },
    { id, payload },
  );
}

/** Everything that the device of this page knows. */
export async function lookInPage(page: Page): Promise<SeenDevice> {
  return page.evaluate(async () => {
    if (!window.nemesis) throw new Error('The page has no module of ours');
    return window.nemesis.look();
  });
}

/** Who is signed in on the device of this page. */
export async function whoIsIn(page: Page): Promise<{ subject: number | null; isOn: boolean }> {
  return page.evaluate(() => {
    if (!window.nemesis) throw new Error('The page has no module of ours');
    return window.nemesis.whoIsIn();
  });
}

/** Signs in, and waits until everything is on the device. */
export async function prepare(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await bringModule(page);
}

/** The accounts of a client, the first of which it starts with. */
export const USERS: readonly (readonly [string, string])[] = [
  [DEMO.novice, DEMO.promoter],
  [DEMO.promoter, DEMO.novice],
  [DEMO.busy, DEMO.novice],
];
