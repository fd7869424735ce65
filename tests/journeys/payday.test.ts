import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '#tests/support/ask-server.ts';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE, removeProfile, startChromium } from '#tests/support/browser.ts';
import { deferred } from '#tests/support/deferred.ts';
import { tabTo, takesFocus } from '#tests/support/focus.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, openScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

const PAY = '/api/promo/moderation/report/requestPay';
const CREATE = '/api/promo/moderation/report/create';
const REPORTS = '/promo/moderation/reports';

let stage: Stage;
let scene: Scene;
/** The promoter with a whole payday due, and the rights to ask the server by hand. */
let promoter: { id: number; name: string };
let api: (path: string, body?: object) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  stage = await raiseStage();
  const token = await obtain(stage.server.origin, DEMO.admin);
  api = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(`${stage.server.origin}${path}`, { ...init, headers })).json();
  };
  const { list } = (await api('/api/users/list')) as { list: { id: number; name: string; email: string }[] };
  const found = list.find(({ email }) => email === 'promoter01@example.com');
  if (!found) throw new Error('The demo has no promoter01');
  promoter = found;
});
afterEach(() => closeScene(stage, scene));
afterAll(() => stage.end());

async function enter(path: string, size = DESKTOP, email: string = DEMO.moderator): Promise<Page> {
  scene = await openScene(stage, `/login?redirect=${encodeURIComponent(path)}`, size);
  await signIn(scene.page, email);
  return scene.page;
}

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Оплачено: / });
const unpaidIn = (page: Page) =>
  boxes(page).evaluateAll(all => all.filter(each => !(each as HTMLInputElement).checked).length);

type Row = { id: number; paid: number };

async function rowsOf(report: number): Promise<Row[]> {
  const { promo_requests } = await api(`/api/promo/moderation/report/${report}`);
  return promo_requests as Row[];
}

/** All rows unpaid again and the report open, whatever an earlier test has left. */
async function fresh(): Promise<number> {
  const answer = await api(CREATE, { promoter_id: promoter.id });
  const { list } = (await api(`/api/promo/moderation/reports/${promoter.id}`)) as { list: { id: number }[] };
  const report = Number(answer.id ?? list[0]?.id);
  await api('/api/promo/moderation/report/open', { report_id: report });
  for (const { id, paid } of await rowsOf(report)) {
    if (paid === 1) await api('/api/promo/moderation/report/requestUnPay', { request_id: id });
  }
  return report;
}

describe('the payday of a promoter with 60 requests', () => {
  it('is paid and closed by keyboard alone', async () => {
    const page = await enter(REPORTS);
    const press = (key: string) => page.keyboard.press(key);
    const began = performance.now();
    const field = page.getByRole('combobox', { name: 'Промоутер' });
    await field.focus();
    await page.keyboard.type(promoter.name.slice(0, 3).toLowerCase());
    await page.getByRole('option', { name: promoter.name }).first().waitFor();
    while ((await activeOption(page)) !== promoter.name) await press('ArrowDown');
    await press('Enter');
    await tabTo(page, 'Сформировать');
    await press('Enter');
    await page.waitForURL(/\/report\/\d+$/);
    await boxes(page).first().waitFor();
    expect(await unpaidIn(page)).toBe(60);
    const opened = performance.now();

    await tabTo(page, 'Выбрать все показанные');
    await tabToRow(page);
    await press('x');
    await press('Shift+End');
    await page.getByText('Выбрано: 60').waitFor();
    await press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Оплатить 60 заявок?' });
    await takesFocus(dialog);
    expect(await dialog.textContent()).toContain(promoter.name);
    await press('Tab');
    await press('Enter');
    await page.getByText('Оплачено 60 из 60.').waitFor({ timeout: 120_000 });
    const paid = performance.now();
    expect(await unpaidIn(page)).toBe(0);
    const report = Number(page.url().split('/').at(-1));
    expect((await rowsOf(report)).every(row => row.paid === 1)).toBe(true);
    await page.getByText('Все оплачено: отчет можно закрыть').waitFor();

    await tabTo(page, 'Закрыть отчет');
    await press('Enter');
    await page.getByText('Все заявки оплачены: можно закрывать.').waitFor();
    await takesFocus(page.getByRole('dialog'));
    await press('Tab');
    await press('Enter');
    await page.getByRole('button', { name: 'Открыть отчет' }).waitFor();
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    process.stdout.write(
      `\nPayday by keyboard: ${seconds(began, performance.now())} s; found and formed ${seconds(began, opened)} s,` +
        ` 60 rows paid ${seconds(opened, paid)} s, closed ${seconds(paid, performance.now())} s\n`,
    );
  });

  it('is paid by touch on a phone', async () => {
    const report = await fresh();
    const page = await enter(`/promo/moderation/report/${report}`, PHONE);
    await boxes(page).first().waitFor();
    await page.getByRole('button', { name: 'Выбрать неоплаченные (60)' }).click();
    await page.getByRole('button', { name: 'Оплатить выбранные (60)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Оплатить' }).click();
    await page.getByText('Оплачено 60 из 60.').waitFor({ timeout: 120_000 });
    expect((await rowsOf(report)).every(row => row.paid === 1)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });

  it('rolls back the one row whose payment fails, and no other', async () => {
    const report = await fresh();
    const page = await enter(`/promo/moderation/report/${report}`);
    const fault = { status: 422, json: { message: 'Касса закрыта' } };
    await boxes(page).nth(0).click();
    await expect.poll(() => unpaidIn(page)).toBe(59);
    const held = deferred();
    scene.proxy.spoil({ path: PAY, fault: { ...fault, after: held.promise } });
    await boxes(page).nth(1).click();
    await page.getByText('оплачиваем').waitFor();
    expect(await boxes(page).nth(1).getAttribute('aria-busy')).toBe('true');
    held.resolve();
    await page.getByText('Не оплачено: Касса закрыта').waitFor();
    await page.getByText('обработки запроса').first().waitFor();
    expect(await unpaidIn(page)).toBe(59);
    expect((await rowsOf(report)).filter(row => row.paid === 1)).toHaveLength(1);
  });

  it('asks before it is left in the middle, and goes on if one stays', async () => {
    const report = await fresh();
    const page = await enter(`/promo/moderation/report/${report}`);
    await page.getByRole('button', { name: /^Выбрать неоплаченные/ }).click();
    await page.getByRole('button', { name: /^Оплатить выбранные/ }).click();
    const held = deferred();
    scene.proxy.spoil({ path: PAY, fault: { status: 422, json: {}, after: held.promise } });
    await page.getByRole('dialog').getByRole('button', { name: 'Оплатить' }).click();
    await page.getByRole('button', { name: 'Остановить' }).waitFor();
    await page.getByRole('link', { name: promoter.name }).click();
    const question = page.getByRole('dialog', { name: 'Прервать оплату?' });
    await question.getByRole('button', { name: 'Остаться' }).click();
    held.resolve();
    await page.getByText('Оплачено 59 из 60. Не удалось: 1.').waitFor({ timeout: 120_000 });
    await page.getByRole('link', { name: promoter.name }).click();
    await page.waitForURL(new RegExp(`${REPORTS}\\?promoter=${promoter.id}$`));
  });
});

it('leads to a request and back to the row that it came from', async () => {
  const report = await fresh();
  const page = await enter(`/promo/moderation/report/${report}`);
  const link = page.locator('a[data-request]').nth(4);
  const code = await link.textContent();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await link.click();
  await page.getByRole('heading', { name: `Заявка ${code}` }).waitFor();
  await page.getByRole('link', { name: `Отчет №${report}` }).click();
  await expect.poll(focused).toBe(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Заявка ${code}` }).waitFor();
  await page.goBack();
  await expect.poll(focused).toBe(code);
});

it('tells each of two moderators what the other has done', async () => {
  const report = await fresh();
  const page = await enter(`/promo/moderation/report/${report}`);
  await boxes(page).first().waitFor();
  // Another person at another machine: a browser of their own.
  const elsewhere = await startChromium();
  const other = await elsewhere.open(scene.at(`/login?redirect=/promo/moderation/report/${report}`), DESKTOP);
  await signIn(other, DEMO.admin);
  await boxes(other).first().click();
  await expect.poll(() => unpaidIn(other)).toBe(59);
  await boxes(page).first().click();
  await page.getByText(/^Уже оплачено: Захар Тихий, в \d\d:\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Закрыть отчет' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Не оплачено: 59 заявок/).waitFor();
  await boxes(other).nth(1).click();
  await expect.poll(() => unpaidIn(other)).toBe(58);
  await dialog.getByRole('button', { name: 'Закрыть отчет' }).click();
  await dialog.getByText(/тем временем изменили/).waitFor();
  await dialog.getByText(/^Не оплачено: 58 заявок/).waitFor();
  await dialog.getByRole('button', { name: 'Закрыть отчет' }).click();
  await page.getByRole('button', { name: 'Открыть отчет' }).waitFor();
  await other.getByRole('button', { name: 'Закрыть отчет' }).click();
  await other.getByText(/Отчет уже закрыли/).waitFor();
  await elsewhere.close();
  removeProfile(elsewhere.profile);
});

it('a promoter without the permission meets 403 on every one of these screens', async () => {
  const page = await enter('/promo', DESKTOP, DEMO.promoter);
  for (const path of [REPORTS, '/promo/moderation/report/1', '/promo/moderation/request/1']) {
    await page.goto(scene.at(path));
    await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
  }
});

it.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('has no barrier on %s, in both themes', async (_name, size) => {
  const report = await fresh();
  const page = await enter(`${REPORTS}?promoter=${promoter.id}`, size);
  const [{ id: request = 0 } = {}] = await rowsOf(report);
  const screens = [
    [`${REPORTS}?promoter=${promoter.id}`, () => page.getByRole('link', { name: /^Открыть: / }).first()],
    [`/promo/moderation/report/${report}`, () => boxes(page).first()],
    [`/promo/moderation/request/${request}`, () => page.getByRole('link', { name: /^Позвонить/ }).first()],
  ] as const;
  for (const [path, ready] of screens) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(scene.at(path));
    await ready().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastFaults(page)).toEqual([]);
  }
});

it('prints a sheet of its own: every row, nothing of the screen', async () => {
  const report = await fresh();
  const page = await enter(`/promo/moderation/report/${report}`);
  await boxes(page).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: `Ведомость выплаты по отчету №${report}` });
  expect(await sheet.getByRole('row').count()).toBe(62);
  expect(await page.getByText(`Получил (${promoter.name})`).isVisible()).toBe(true);
  expect(await boxes(page).count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
});

const activeOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.textContent : null;
  });

async function tabToRow(page: Page): Promise<void> {
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('tr[data-row]'))) return;
  }
  throw new Error('Tab never came to a row');
}
