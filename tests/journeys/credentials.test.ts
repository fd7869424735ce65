import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import {
  allowClipboard,
  askConsent,
  button,
  clientId,
  consent,
  copied,
  dialog,
  goByMenu,
  makeClient,
  otherBrowser,
  pressThere,
  revealed,
  rowOf,
  saysThere,
  toast,
} from '#tests/support/credentials-office.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, openScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { openThirdParty, type ThirdParty } from '#tests/support/third-party.ts';

let stage: Stage;
let scene: Scene;
let third: ThirdParty;
/** The promoter's browser: another one than the administrator's, with nobody signed in. */
let theirs: Awaited<ReturnType<typeof otherBrowser>>;

beforeAll(async () => {
  stage = await raiseStage();
});
afterEach(async () => {
  await theirs.context.close();
  await closeScene(stage, scene);
  await third.close();
});
afterAll(() => stage.end());

const READ = 'Прочитать телефоны';
const REFRESH = 'Обновить доступ';

/** The secret, as one takes it: from the clipboard on a desktop, read off the screen on a phone. */
async function takeSecret(page: Page, name: string, size: typeof PHONE): Promise<string> {
  const label = `Секрет клиента ${name}`;
  const shown = () => page.content();
  if (size === PHONE) return revealed(page, label);
  await allowClipboard(stage.browser, scene.proxy.origin);
  const secret = await copied(page, label);
  expect(await shown()).not.toContain(secret);
  expect(await revealed(page, label)).toBe(secret);
  expect(await shown()).toContain(secret);
  await button(page, `Скрыть: ${label}`).click();
  expect(await shown()).not.toContain(secret);
  return secret;
}

/** The promoter comes to the page of consent, mistypes the password, then agrees. */
async function connect(page: Page, app: string): Promise<void> {
  await askConsent(page, third);
  const asked = (await page.getByRole('main').textContent()) ?? '';
  for (const words of [app, 'Захар Тихий', new URL(third.origin).host, 'Видеть ваше имя, e-mail и роль'])
    expect(asked).toContain(words);
  await consent(page, DEMO.promoter, 'not it');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль.').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(DEMO.promoter);
  expect(await page.getByLabel('Пароль').inputValue()).toBe('');
  await consent(page, DEMO.promoter);
  await page.getByRole('heading', { name: 'Подключено' }).waitFor();
}

/** The promoter, who had been nobody to our page till now, sees the application there and ends it. */
async function revokeThere(page: Page, app: string): Promise<void> {
  await page.goto(scene.at('/login'));
  await signIn(page, DEMO.promoter);
  await goByMenu(page);
  const row = rowOf(page, 'Authorized applications', app);
  const words = (await row.textContent()) ?? '';
  expect(words).toContain('Видеть ваше имя, e-mail и роль');
  expect(words).toContain('Видеть и менять ваши телефоны, видеть и оформлять заявки');
  await button(row, `Отозвать: ${app}`).click();
  await button(dialog(page, `Отозвать доступ приложения «${app}»?`), 'Отозвать').click();
  await toast(page, 'отозван');
  await row.waitFor({ state: 'detached' });
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_device, size) => {
  it('an application is registered, authorized from its own site, revoked at once, denied, and deleted', async () => {
    const app = `Учет ${size.width}`;
    third = await openThirdParty('profile promo');
    theirs = await otherBrowser(stage, size);
    scene = await openScene(stage, '/login', size);
    const { page } = scene;
    const other = theirs.page;
    await signIn(page, DEMO.admin);
    await goByMenu(page);
    await makeClient(page, { name: app, redirect: third.redirect });
    const secret = await takeSecret(page, app, size);
    third.register(scene.proxy.origin, { id: await clientId(page, app), secret });

    await connect(other, app);
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
    expect(await pressThere(other, third, REFRESH)).toBe('Доступ обновлен');
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
    await revokeThere(other, app);
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');
    expect(await pressThere(other, third, REFRESH)).toBe('Ошибка: invalid_grant');

    await askConsent(other, third);
    await button(other, 'Отказать').click();
    await expect.poll(() => saysThere(other)).toBe('Ошибка: access_denied');
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');

    await askConsent(other, third);
    await consent(other, DEMO.promoter);
    await other.getByRole('heading', { name: 'Подключено' }).waitFor();
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 200');
    await button(page, `Удалить: ${app}`).click();
    const question = dialog(page, `Удалить клиента ${app}?`);
    expect(await button(question, 'Удалить').isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('удалить');
    await button(question, 'Удалить').click();
    await rowOf(page, 'OAuth clients', app).waitFor({ state: 'detached' });
    expect(await pressThere(other, third, READ)).toBe('Телефоны: 401');
    expect(await pressThere(other, third, REFRESH)).toBe('Ошибка: invalid_client');
    expect(await pressThere(other, third, 'Подключить')).toBe('Приложение неизвестно');
    expect(new URL(other.url()).origin).toBe(scene.proxy.origin);
  });
});
