import type { Page } from 'playwright-core';
import { AUTH_STORAGE_KEY } from '#api/auth-state.ts';

/** The demo accounts of a fresh server. */
export const DEMO = {
  admin: 'admin@example.com',
  moderator: 'moderator@example.com',
  promoter: 'promoter@example.com',
  busy: 'busy@example.com',
  novice: 'novice@example.com',
} as const;

export const DEMO_PASSWORD = 'demo-demo';

/** Signs in by the form on the page; the page goes on to where it wanted. */
export async function signIn(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(url => !url.pathname.endsWith('/login'));
}

/** What the page shows the server now as its right to ask. */
export async function accessTokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(key => localStorage.getItem(key), AUTH_STORAGE_KEY);
  return JSON.parse(stored ?? '{}').accessToken;
}
