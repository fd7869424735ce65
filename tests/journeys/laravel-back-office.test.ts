/** Moderators' and administrators' work on the firm's own backend, a Laravel without keys, tags and versions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readStats } from '#contract/moderation.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, openSignedIn } from './support/app.ts';
import {
  dialog,
  fillClient,
  openCredentials,
  ownThings,
  panel,
  revealed,
  rowOf,
  toast,
} from './support/credentials.ts';
import { GENERATIONS, laravelBefore } from './support/laravel.ts';
import { boxes, paydayOf, unpaidIn } from './support/payday.ts';
import { barSays, openPolicies, payPolicy, policyStore, rename, save } from './support/policies.ts';
import { cell, field, openReceipt, plainReceipt, receiptStore, saveButton } from './support/warehouse.ts';

describe.each(GENERATIONS)('on Laravel %s', generation => {
  /** Its data are nobody else's: a payday comes once. */
  let behind: ServerProcess;
  beforeAll(async () => {
    behind = await startServer();
    return () => behind.remove();
  });

  const options = async () => ({ server: await laravelBefore(behind, { generation }), size: DESKTOP });

  it('a report is created, paid and closed', async () => {
    const promoter = await paydayOf(behind.origin);
    const { page } = await openSignedIn('/promo/moderation/reports', DEMO.moderator, await options());
    await page.getByRole('combobox', { name: 'Промоутер' }).click();
    await page.keyboard.type(promoter.name);
    await page.getByRole('option', { name: promoter.name }).first().click();
    await button(page, 'Сформировать').click();
    await page.waitForURL(/\/report\/\d+$/);
    await boxes(page).first().waitFor();
    expect(await unpaidIn(page)).toBe(60);
    await page.getByRole('button', { name: /^Выбрать невыплаченные/ }).click();
    await page.getByRole('button', { name: /^Выплатить выбранные/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Выплатить' }).click();
    await page.getByText('Выплачено 60 из 60.').waitFor({ timeout: 120_000 });
    const report = Number(page.url().split('/').at(-1));
    expect((await promoter.rowsOf(report)).every(row => row.paid === 1)).toBe(true);
    await button(page, 'Закрыть отчет').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть отчет' }).click();
    await button(page, 'Открыть отчет').waitFor();
    await page.reload();
    await button(page, 'Открыть отчет').waitFor();
  });

  it('the statistics have the figures, and zeros where there is nothing', async () => {
    const { page, at } = await openSignedIn('/promo/moderation/stats', DEMO.moderator, await options());
    const name = 'Семён Кораблёв';
    const row = () => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await page.getByText(/^Обновлено/).waitFor();
    const call = await callAs(behind.origin, DEMO.moderator);
    const all = await call<{ list: { name: string; count: number; done: number }[] }>(
      'POST',
      readStats.path,
      {},
    );
    const { count = 0, done = 0 } = all.list.find(each => each.name === name) ?? {};
    expect(count).toBeGreaterThan(0);
    const cells = () => row().getByRole('cell').allTextContents();
    await expect.poll(async () => (await cells()).slice(0, 2)).toEqual([String(count), String(done)]);
    await page.goto(at('/promo/moderation/stats?from=2020-01-01&to=2020-01-31&idle=1'));
    await expect.poll(async () => (await cells()).slice(0, 2)).toEqual(['0', '0']);
  });

  it('a promoter is added once, and an address that is taken is told', async () => {
    const { page } = await openSignedIn('/promo/moderation/add', DEMO.moderator, await options());
    const fillIn = async (email: string) => {
      await page.getByRole('textbox', { name: 'Имя' }).fill('Вера Одинцова');
      await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
      await page.getByLabel('Пароль *', { exact: true }).fill('Zq-secret-Zq');
      await page.getByLabel('Повтор пароля *', { exact: true }).fill('Zq-secret-Zq');
      await button(page, 'Добавить промоутера').click();
    };
    await fillIn(DEMO.promoter);
    await page.getByText('EMail уже зарегистрирован').first().waitFor();
    await fillIn('vera@example.com');
    await page.locator('.Toastify').getByText('успешно добавлен').waitFor();
    const call = await callAs(behind.origin, DEMO.admin);
    const { list } = await call<{ list: { email: string }[] }>('GET', '/api/users/list');
    expect(list.filter(({ email }) => email === 'vera@example.com')).toHaveLength(1);
  });

  it('an administrator works as a promoter and comes back', async () => {
    const app = await openSignedIn('/users', DEMO.admin, await options());
    const name = 'Семён Кораблёв';
    await workAs(app, name);
    await app.page.goto(app.at('/promo/contacts'));
    await app.page.getByRole('article').first().waitFor();
    await banner(app).getByRole('button', { name: 'Вернуться' }).click();
    await app.page.waitForURL(/\/application\/users$/);
    await banner(app).waitFor({ state: 'detached' });
    await button(app.page, `Войти как ${name}`).waitFor();
  });

  it('a policy is opened, changed and saved', async () => {
    const store = await policyStore(behind.origin);
    await store.save(payPolicy(7, 'Выплаты'));
    const { page } = await openPolicies('/abac?policy=7', await options());
    await rename(page, 'Выплаты в пятницу');
    await save(page);
    await barSays(page, 'Все сохранено');
    expect(await store.byId(7)).toMatchObject({ ...payPolicy(7, 'Выплаты в пятницу') });
  });

  it('a client and a token are created and deleted', async () => {
    const { page } = await openCredentials(await options());
    const own = await ownThings(behind.origin);
    const form = await fillClient(page, { name: 'Касса', redirect: 'https://partner.example/back' });
    await button(form, 'Создать').click();
    await form.waitFor({ state: 'detached' });
    await revealed(page, 'Клиент Касса создан', 'Я скопировал секрет');
    await rowOf(page, 'OAuth clients', 'Касса').waitFor();
    expect(await own.clients()).toEqual(['Касса']);
    await button(page, 'Удалить: Касса').click();
    const asked = dialog(page, 'Удалить клиента Касса?');
    await asked.getByRole('textbox').fill('удалить');
    await button(asked, 'Удалить').click();
    await rowOf(page, 'OAuth clients', 'Касса').waitFor({ state: 'detached' });
    expect(await own.clients()).toEqual([]);

    await button(panel(page, 'Personal access tokens'), 'Создать токен').click();
    const token = dialog(page, 'Новый токен');
    await token.getByRole('textbox', { name: 'Название' }).fill('Выгрузка');
    await token.getByRole('checkbox').first().check();
    await button(token, 'Создать').click();
    await button(dialog(page, 'Токен «Выгрузка» создан'), 'Я скопировал токен').click();
    await button(page, 'Отозвать: Выгрузка').click();
    const sure = dialog(page, 'Отозвать токен «Выгрузка»?');
    await sure.getByRole('textbox').fill('отозвать');
    await button(sure, 'Отозвать').click();
    await toast(page, 'отозван');
    expect(await own.tokens()).toEqual([]);
  });

  it('a receipt is opened, changed and saved', async () => {
    const store = await receiptStore(behind.origin);
    const id = await plainReceipt(store, 'ОП-000029');
    const { page } = await openReceipt(id, await options());
    await field(page, 'Описание').fill('Приняли на складе');
    await cell(page, 'Количество', 1).fill('2,5');
    await saveButton(page).click();
    await toast(page, 'успешно сохранено');
    const stored = await store.receipt(id);
    expect(stored).toMatchObject({ description: 'Приняли на складе', transfer_code: 'ОП-000029' });
    expect(stored.nomenclature.map(({ count }) => count)).toEqual([2.5, 1, 3]);
  });
});

const banner = ({ page }: App) => page.getByRole('region', { name: 'Работа под другим пользователем' });

async function workAs(app: App, name: string): Promise<void> {
  const { page } = app;
  await button(page, `Войти как ${name}`).click();
  const question = dialog(page, `Авторизоваться под пользователейм ${name} ?`);
  await button(question, 'Войти').click();
  await page.waitForURL(/\/application\/dashboard$/);
  await banner(app).getByText(`Вы работаете как ${name}`).waitFor();
}
