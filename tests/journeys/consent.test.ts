/** The page of consent in a real browser: the only page that the server draws itself. */
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import { challengeOf, newVerifier } from '#tests/support/oauth.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { accessibilityFaults, isTooWide, themeFaults } from './support/accessibility.ts';
import { sharedBrowser, sharedServer } from './support/app.ts';
import { ownThings } from './support/credentials.ts';

const LONG_NAME = `Учет-${'оченьдлинноеимябезпробелов'.repeat(8)} \u202Eмарет`;

let thirdParty: Server;
let redirect: string;
beforeAll(async () => {
  thirdParty = createServer((_request, response) => response.end('<h1>third party</h1>'));
  redirect = `http://localhost:${await listenOnLoopback(thirdParty)}/callback?shop=7`;
});
afterAll(async () => {
  thirdParty.closeAllConnections();
  thirdParty.close();
});

async function openConsent(name: string, size = PHONE): Promise<Page> {
  const { origin } = await sharedServer();
  const { id } = await (await ownThings(origin, DEMO.novice)).makeClient({ name, redirect });
  const asked = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirect,
    state: 'a b',
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
    scope: 'profile promo moderation warehouse',
  };
  const page = await (await sharedBrowser()).open(
    `${origin}/oauth/authorize?${new URLSearchParams(asked)}`,
    size,
  );
  onTestFinished(() => page.close());
  return page;
}

async function isInView(page: Page, role: 'alert'): Promise<boolean> {
  const box = await page.getByRole(role).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it('has no accessibility fault, at both sizes and in both themes, with an error too', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const page = await openConsent(LONG_NAME, size);
    expect(await themeFaults(page, 'consent')).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    for (const control of await page.locator('input:visible, button').all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    }
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Пароль').fill('wrong');
    await page.getByRole('button', { name: 'Разрешить' }).click();
    await page.getByRole('alert').waitFor();
    // On a phone it is below the fold: whoever looks at the top would think that nothing has happened.
    await expect.poll(() => isInView(page, 'alert')).toBe(true);
    expect(await page.getByLabel('Пароль').evaluate(field => field === document.activeElement)).toBe(true);
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com');
    await expect.poll(() => page.getByLabel('Пароль').inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

it('is answered with the keyboard alone, and leads back with a code', async () => {
  const page = await openConsent('Касса');
  const refused: string[] = [];
  page.on('console', message => refused.push(message.text()));
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO.moderator);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'third party' }).waitFor();
  const { searchParams, pathname } = new URL(page.url());
  expect([pathname, searchParams.get('shop'), searchParams.get('state')]).toEqual(['/callback', '7', 'a b']);
  expect(searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  expect(refused).toEqual([]);
});
