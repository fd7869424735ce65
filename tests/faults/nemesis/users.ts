import type { Page } from 'playwright-core';
import { signIn } from '#tests/support/sign-in.ts';
import { addressOf, type Client } from './client.ts';
import { bringModule, whoIsIn } from './our-outbox.ts';

/** A dialog that offers to send before the sign-out tries for ten seconds. */
const LEAVE_MS = 20_000;

/** Signs in as that user by the form, whoever is signed in before. The way to the server must be open. */
export async function enterAs(client: Client, page: Page, email: string): Promise<void> {
  await page.goto(addressOf(client, '/promo/contacts'));
  await bringModule(page);
  const { subject } = await whoIsIn(page);
  // The sign-out waits for nobody for long, but it must be over before somebody else can enter.
  if (subject !== null) await page.goto(addressOf(client, '/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: LEAVE_MS });
  await signIn(page, email);
  await bringModule(page);
}

/** Signs out by the link, keeping what is unsent, as most do. */
export async function leaveByLink(client: Client, page: Page): Promise<void> {
  await page.goto(addressOf(client, '/promo/contacts'));
  await page.getByRole('button', { name: 'Еще действия' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  const keep = page.getByRole('button', { name: 'Выйти и сохранить на устройстве' });
  const isOut = page.getByRole('button', { name: 'Sign in' });
  await keep.or(isOut).first().waitFor({ timeout: LEAVE_MS });
  if (await keep.isVisible()) await keep.click();
  await isOut.waitFor({ timeout: LEAVE_MS });
}
