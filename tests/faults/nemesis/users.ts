import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { type Client, lead, withTimeout } from './client.ts';
import { bringModule, whoIsIn } from './in-page.ts';

/** A dialog that offers to send before the sign-out tries for ten seconds. */
const LEAVE_MS = 20_000;

/** A server that was killed needs seconds to come up again. */
const ENTER_MS = 8_000;
const ENTER_ATTEMPTS = 5;

/** Signs in as that user by the form, whoever is signed in before. The way to the server must be open. */
export async function signInAs(client: Client, page: Page, email: string): Promise<void> {
  await lead(client, page, '/promo');
  await bringModule(page);
  const { subject } = await whoIsIn(page);
  // The sign-out waits for nobody for long, but it must be over before somebody else can enter.
  if (subject !== null) await lead(client, page, '/logout');
  const button = page.getByRole('button', { name: 'Sign in' });
  await button.waitFor({ timeout: LEAVE_MS });
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  for (let attempt = 1; ; attempt += 1) {
    await button.click();
    const isIn = await withTimeout(page.waitForURL(isInside, { timeout: ENTER_MS }).then(() => true));
    if (isIn) break;
    // The server may just be dead: whoever signs in presses the button again.
    if (attempt === ENTER_ATTEMPTS) throw new Error(`${email} cannot sign in`);
  }
  await bringModule(page);
}

function isInside({ pathname }: URL): boolean {
  return !pathname.endsWith('/login');
}

/** Whoever was left at the door, because the server died while somebody signed in, comes in now. */
export async function stayIn(client: Client, page: Page): Promise<void> {
  await bringModule(page);
  const { isOn } = await whoIsIn(page);
  if (!isOn) await signInAs(client, page, client.users[0]);
}

/** Signs out by the link, keeping what is unsent, as most do. */
export async function leaveByLink(client: Client, page: Page): Promise<void> {
  await lead(client, page, '/promo');
  await page.getByRole('button', { name: 'Еще действия' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  const keep = page.getByRole('button', { name: 'Выйти и сохранить на устройстве' });
  const isOut = page.getByRole('button', { name: 'Sign in' });
  await keep.or(isOut).first().waitFor({ timeout: LEAVE_MS });
  if (await keep.isVisible()) await keep.click();
  await isOut.waitFor({ timeout: LEAVE_MS });
}
