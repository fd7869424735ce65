import { beforeAll, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { openSignedIn, sharedServer } from './support/app.ts';
import { boxes, paydayOf, unpaidIn } from './support/payday.ts';

const PAY = '/api/promo/moderation/report/requestPay';

let promoter: Awaited<ReturnType<typeof paydayOf>>;

beforeAll(async () => {
  promoter = await paydayOf((await sharedServer()).origin);
});

it('a payday asks before it is left in the middle, and goes on if one stays', async () => {
  const report = await promoter.fresh();
  const { page, proxy } = await openSignedIn(`/promo/moderation/report/${report}`, DEMO.moderator, {
    size: DESKTOP,
  });
  await page.getByRole('button', { name: /^Выбрать невыплаченные/ }).click();
  await page.getByRole('button', { name: /^Выплатить выбранные/ }).click();
  const held = deferred();
  proxy.addFault({ path: PAY, fault: { status: 422, json: {}, after: held.promise } });
  await page.getByRole('dialog').getByRole('button', { name: 'Выплатить' }).click();
  await page.getByRole('button', { name: 'Остановить' }).waitFor();
  const pending = boxes(page).and(page.locator('[aria-busy]'));
  expect(await pending.evaluate(box => getComputedStyle(box).opacity)).toBe('0.4');
  await page.getByRole('link', { name: promoter.name }).click();
  const question = page.getByRole('dialog', { name: 'Прервать выплату?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  held.resolve();
  await page.getByText('Выплачено 59 из 60. Не удалось: 1.').waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: promoter.name }).click();
  await page.waitForURL(new RegExp(`/promo/moderation/reports\\?promoter=${promoter.id}$`));
});

it('one press of the mouse pays a row, and chooses one, whichever had the focus', async () => {
  const report = await promoter.fresh();
  const { page } = await openSignedIn(`/promo/moderation/report/${report}`, DEMO.moderator, {
    size: DESKTOP,
  });
  for (const [pressed, at] of [0, 3, 1].entries()) {
    await boxes(page).nth(at).click({ delay: 80 });
    await expect.poll(() => unpaidIn(page)).toBe(60 - pressed - 1);
  }
  const choices = page.getByRole('checkbox', { name: /^Выбрать: / });
  for (const at of [5, 7]) {
    await choices.nth(at).click({ delay: 80 });
    expect(await choices.nth(at).isChecked()).toBe(true);
  }
});

it('a report leads to a request and back to the row that it came from', async () => {
  const report = await promoter.fresh();
  const { page } = await openSignedIn(`/promo/moderation/report/${report}`, DEMO.moderator, {
    size: DESKTOP,
  });
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

it('the list of reports leads to one and back to its row', async () => {
  const report = await promoter.fresh();
  const { page } = await openSignedIn('/promo/moderation/reports', DEMO.moderator, { size: DESKTOP });
  await page.locator(`[data-report="${report}"]`).click();
  await page.getByRole('heading', { name: `Отчет №${report}` }).waitFor();
  await page.goBack();
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.matches('tr') &&
        document.activeElement.querySelector('[data-report]')?.textContent,
    );
  await expect.poll(focused).toBe(String(report));
});

it('a report prints a sheet of its own: every row, nothing of the screen', async () => {
  const report = await promoter.fresh();
  const { page } = await openSignedIn(`/promo/moderation/report/${report}`, DEMO.moderator, {
    size: DESKTOP,
  });
  await boxes(page).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: `Ведомость выплаты по отчету №${report}` });
  expect(await sheet.getByRole('row').count()).toBe(62);
  await expect.poll(() => page.getByText(`Получил (${promoter.name})`).isVisible()).toBe(true);
  expect(await boxes(page).count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
});
