/** The page of consent in a real browser: the only page that the server draws itself. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { challengeOf, newVerifier } from '#tests/support/oauth.ts';
import { DEMO, DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { raiseStage, type Stage } from '#tests/support/stage.ts';

const LONG_NAME = `Учет-${'оченьдлинноеимябезпробелов'.repeat(8)} \u202Eмарет`;

let stage: Stage;
let thirdParty: Server;
let redirect: string;
beforeAll(async () => {
  stage = await raiseStage();
  thirdParty = createServer((_request, response) => response.end('<h1>third party</h1>'));
  await new Promise<void>(resolve => thirdParty.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a pipe.
  redirect = `http://localhost:${(thirdParty.address() as AddressInfo).port}/callback?shop=7`;
});
afterAll(async () => {
  await stage.end();
  thirdParty.closeAllConnections();
  thirdParty.close();
});

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${stage.server.origin}${path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return answer.json();
}

/** A client as its owner makes it. */
async function registerClient(name: string): Promise<string> {
  const config = await (await fetch(`${stage.server.origin}/application/config.json`)).json();
  const { access_token } = await post(
    '/oauth/token',
    new URLSearchParams({
      ...{ grant_type: 'password', client_id: config.clientId, client_secret: config.clientSecret },
      ...{ username: DEMO.admin, password: DEMO_PASSWORD, scope: '' },
    }),
  );
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access_token}` };
  return String((await post('/oauth/clients', JSON.stringify({ name, redirect }), headers)).id);
}

async function openConsent(name: string, size = PHONE): Promise<Page> {
  const asked = {
    ...{ response_type: 'code', client_id: await registerClient(name), redirect_uri: redirect, state: 'a b' },
    ...{ code_challenge: challengeOf(newVerifier()), code_challenge_method: 'S256' },
    scope: 'profile promo moderation warehouse',
  };
  return stage.browser.open(`${stage.server.origin}/oauth/authorize?${new URLSearchParams(asked)}`, size);
}

async function isInView(page: Page, role: 'alert'): Promise<boolean> {
  const box = await page.getByRole(role).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it('has no accessibility fault, at both sizes and in both themes, with an error too', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const page = await openConsent(LONG_NAME, size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
      // A scrollbar takes its part of the width.
      const [content, room] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      expect(content).toBeLessThanOrEqual(room);
    }
    for (const control of await page.locator('input:visible, button').all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    }
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Пароль').fill('wrong');
    await page.getByRole('button', { name: 'Разрешить' }).click();
    await page.getByRole('alert').waitFor();
    // On a phone it is below the fold: whoever looks at the top would think that nothing has happened.
    expect(await isInView(page, 'alert')).toBe(true);
    expect(await page.getByLabel('Пароль').evaluate(field => field === document.activeElement)).toBe(true);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com');
    expect(await page.getByLabel('Пароль').inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
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
  await page.close();
});

it('is refused without an e-mail or a password, and leads back with the refusal', async () => {
  const page = await openConsent('Касса');
  await page.getByRole('button', { name: 'Отказать' }).click();
  await page.getByRole('heading', { name: 'third party' }).waitFor();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  await page.close();
});
