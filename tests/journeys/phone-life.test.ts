import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goToDialerAndBack, newPhone, openContact } from '#tests/support/promoter.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { crashBrowser, openApp, ownBrowser } from './support/app.ts';

const NAME = 'Оля Переделкина';
const LATER = 'второй подъезд';

/** The browser's offer to install, which a test cannot earn. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const prompt = async () => ({ outcome: 'dismissed' });
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
}

it('a phone’s day: shared text, readiness, installation, a call, a call-back without network, an update', async () => {
  const phone = newPhone();
  const shared = `${NAME}\n+7${phone}\n${LATER} \\ «код» 100% & другое`;
  const query = new URLSearchParams({ text: shared });
  const app = await openApp(`/promo/contacts/add?${query}`, { browser: await ownBrowser() });
  const { page, proxy, at } = app;

  // Shared while nobody was signed in: the text is still there after the sign-in.
  await signIn(page, 'novice@example.com');
  const name = page.getByRole('textbox', { name: 'Имя' });
  await expect.poll(() => name.inputValue()).toBe(NAME);
  await expect
    .poll(() => page.getByRole('textbox', { name: /^Телефон/ }).inputValue())
    .toContain(phone.slice(-2));
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Комментарий' }).inputValue())
    .toContain('\\ «код» 100% &');

  // A new version is refused while the form is open, and what is in it stays.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
  await page.getByText('Доступна новая версия').waitFor();
  await name.fill(`${NAME} младшая`);
  await page.getByRole('button', { name: 'Обновить' }).click();
  await page.getByRole('group', { name: /Сначала сохраните или закройте форму/ }).waitFor();
  await expect.poll(() => name.inputValue()).toBe(`${NAME} младшая`);
  await page.getByRole('button', { name: 'Позже' }).click();

  // Ready to walk away, and asked to install once there is a contact.
  await offerInstallation(page);
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.waitForURL(/\/promo\/contacts$/);
  const coach = page.getByRole('region', { name: 'Установить приложение' });
  await coach.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await coach.getByRole('button', { name: 'Позже' }).click();
  await coach.waitFor({ state: 'detached' });
  await page.goto(at('/promo'));
  await page.getByText('Готово к работе без связи', { exact: true }).waitFor();
  await page.getByText('Готово к работе без связи').click();
  await page.getByText(/^Сохранено на устройстве, версия/).waitFor();

  // A call without a network: recorded, asked about, agreed for later.
  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  const call = page.getByRole('link', { name: new RegExp(`^Позвонить: ${NAME}`) });
  await openContact(page, `${NAME} младшая`);
  await call.click();
  await page.getByText(/^Звонок в \d\d:\d\d$/).waitFor();
  await goToDialerAndBack(page);
  const sheet = page.getByRole('dialog', { name: new RegExp(`^Звонок: ${NAME}`) });
  expect(await sheet.getByRole('heading').first().evaluate(focused)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Заметка о звонке' }).fill('просит вечером');
  // A desktop's Chromium asks which program may call, and lets no finger through meanwhile.
  await sheet.getByRole('button', { name: 'Сегодня вечером' }).dispatchEvent('click');
  await sheet.waitFor({ state: 'detached' });
  expect(await call.evaluate(focused)).toBe(true);

  // It is on the home screen, also after the battery was pulled out.
  const again = await crashBrowser(app, '/promo');
  const due = again.getByRole('region', { name: 'Перезвонить' });
  await due.getByText(/просит вечером/).waitFor();
  await expect
    .poll(() => due.getByRole('link', { name: /^Позвонить/ }).getAttribute('href'))
    .toBe(`tel:+7${phone}`);
  await due.getByRole('button', { name: /^Готово: / }).click();
  await due.waitFor({ state: 'detached' });
  await again.getByRole('button', { name: 'Вернуть' }).click();
  await due.waitFor();
});

function focused(element: Element): boolean {
  return document.activeElement === element;
}
