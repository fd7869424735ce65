/** Where moderators and administrators begin: the specification's word, and below it what waits for them. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { faultsInBothSizes } from './support/accessibility.ts';
import { openSignedIn } from './support/app.ts';

// Other journeys give the moderator something of their own.
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer();
  return () => server.remove();
});

const lines = (page: Page) => page.getByRole('region', { name: 'Что ждет' }).getByRole('link');
/** What of a promoter's nobody shows to who has none of it. */
const OF_PROMOTERS = /Очередь|Все отправлено|процент|без связи|Хранилище/i;

type Way = readonly [name: string, path: string];

const OF_MODERATOR: readonly Way[] = [
  ['К выплате', '/promo/moderation'],
  ['Открытые отчеты', '/promo/moderation/reports?state=open'],
];
const OF_ADMINISTRATOR: readonly Way[] = [
  ['Отказы политик', '/abac'],
  ['Вход закрыт', '/users?state=blocked'],
  ['Вход на паузе', '/users'],
];

it.each([
  ['a moderator', DEMO.moderator, OF_MODERATOR],
  ['an administrator', DEMO.admin, [...OF_MODERATOR, ...OF_ADMINISTRATOR]],
] as const)(
  '%s reads the word and what waits, and every line leads to its screen',
  async (_, email, ways) => {
    const app = await openSignedIn('/dashboard', email, { size: DESKTOP, server });
    const { page, at } = app;
    await page.getByText(/^Обновлено/).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
    expect(await lines(page).count()).toBe(ways.length);
    expect(await faultsInBothSizes(page, 'dashboard')).toEqual([]);
    for (const [name, path] of ways) {
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.waitForURL(at(path));
      await page.goBack();
      await lines(page).first().waitFor();
    }
    await page.getByText(/^Обновлено/).waitFor();
    expect(await page.locator('body').textContent()).not.toMatch(OF_PROMOTERS);
    await page.goto(at('/promo'));
    await page.getByRole('main').getByRole('link', { name: 'Управление' }).waitFor();
    expect(await page.locator('body').textContent()).not.toMatch(OF_PROMOTERS);
    expect(await page.getByRole('link', { name: /^Очередь/ }).count()).toBe(0);
  },
);
