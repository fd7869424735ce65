import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readVcards } from '#kit/vcard/read-vcards.ts';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { goOnline, openReady } from './support/app.ts';

declare global {
  interface Window {
    /** The first thing to call that was ever on the page, and whether the app was there by then. */
    first: { href: string | null; isApp: boolean } | undefined;
  }
}

const [old = '', middle = '', recent = '', extra = ''] = [newPhone(), newPhone(), newPhone(), newPhone()];

function quoted(text: string): string {
  return [...Buffer.from(text)].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** One file of each version, as a button phone, an iPhone and a desktop write them. */
const FILES = [
  [
    'BEGIN:VCARD\r\nVERSION:2.1',
    `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted('Подъездная')};=\r\n${quoted('Прасковья')};;;`,
    `TEL;CELL;PREF:8${old}\r\nPHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ\r\n SkZJRg==\r\n`,
    'END:VCARD\r\n',
  ].join('\r\n'),
  [
    'BEGIN:VCARD\nVERSION:3.0\nN:Лестничный;Лука;Ильич;;\nORG:ТСЖ «Уют»\\, дом 5;',
    `item1.TEL;type=CELL:+7 ${middle}\nitem2.TEL:+7${extra}\nNOTE:код 12\\nзвонить\n  вечером\nEND:VCARD\n`,
  ].join('\n'),
  `BEGIN:VCARD\nVERSION:4.0\nFN:Зоя Чердачная\nTEL;VALUE=uri;PREF=1:tel:+7-${recent}\nEND:VCARD`,
];

async function chooseFiles(page: Page): Promise<void> {
  const files = FILES.map((text, index) => ({
    name: `${index}.vcf`,
    mimeType: 'text/vcard',
    buffer: Buffer.from(text),
  }));
  await page.locator('input[type=file]').setInputFiles(files);
}

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

it('people from files of three versions come in without a network, once, and go out as a file again', async () => {
  const app = await openReady();
  const { page, proxy, at } = app;
  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  await page.getByRole('button', { name: 'Еще действия' }).click();
  await page.getByRole('menuitem', { name: 'Импорт контактов' }).click();
  await chooseFiles(page);
  for (const name of ['Прасковья Подъездная', 'Лука Ильич Лестничный', 'Зоя Чердачная']) {
    await expect.poll(() => tick(page, name).isChecked()).toBe(true);
  }
  await page.getByRole('button', { name: 'Добавить 3 контакта' }).click();
  await page.getByText('Добавлено: 3 контакта').first().waitFor();

  await page.getByRole('button', { name: 'Импортировать еще' }).click();
  await chooseFiles(page);
  await page.getByText('Этот контакт уже добавлен: Зоя Чердачная').waitFor();
  expect(await page.getByRole('checkbox', { disabled: true }).count()).toBe(3);

  await goOnline(app);
  const server = await serverRecords(app.server.origin, DEMO.promoter);
  await expect
    .poll(async () => (await server.contactsWith(recent)).length, { timeout: 30_000, interval: 200 })
    .toBe(1);
  expect(await server.contactsWith(old)).toMatchObject([
    { first_name: 'Прасковья', last_name: 'Подъездная' },
  ]);
  const comment = 'ТСЖ «Уют», дом 5\nкод 12\nзвонить вечером';
  expect(await server.contactsWith(middle)).toMatchObject([
    { first_name: 'Лука Ильич', last_name: 'Лестничный', comment },
  ]);
  expect(proxy.passages('/api/promo/contacts/save')).toHaveLength(3);

  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  await page.getByRole('searchbox').fill('Лестничный');
  await page
    .getByRole('button', { name: 'Действия: Лука Ильич Лестничный' })
    .filter({ visible: true })
    .click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Сохранить как .vcf' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Лука Ильич Лестничный.vcf');
  const [saved, ...others] = readVcards(readFileSync(await file.path()));
  expect(others).toEqual([]);
  expect(saved?.card).toMatchObject({ given: 'Лука Ильич', family: 'Лестничный', note: comment });
  expect(saved?.card.phones).toEqual([`+7${middle}`, `+7${extra}`]);
});

it('whoever stands on top of the list can be called before the app is loaded, then only the app is there', async () => {
  const app = await openReady();
  const { page, at, proxy } = app;
  await proxy.goOffline();
  const phone = newPhone();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Ждущая Отправки', phones: [phone] });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const link = document.querySelector('article a[href^="tel:"]');
      if (!link || window.first) return;
      const isApp = document.getElementById('root')?.contains(link) ?? false;
      window.first = { href: link.getAttribute('href'), isApp };
    }).observe(document, { childList: true, subtree: true });
  });

  await page.reload();
  await page.getByRole('link', { name: 'Ждущая Отправки', exact: true }).waitFor();

  expect(await page.evaluate(() => window.first)).toEqual({ href: `tel:+7${phone}`, isApp: false });
  expect(await page.getByRole('article', { name: 'Ждущая Отправки' }).count()).toBe(1);
  expect(await page.locator('article:not(#root article)').count()).toBe(0);
});

it('nobody is shown to whoever is not signed in', async () => {
  const app = await openReady();
  const { page, at } = app;
  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(at('/promo/contacts'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.locator('article').count()).toBe(0);
});

it('whoever deletes a contact on its page is back in the list', async () => {
  const { page, at, proxy, browser } = await openReady();
  await proxy.goOffline();
  await page.goto(at('/promo/contacts'));
  // A slow phone takes the step back before it has drawn that the dialog is closed.
  const cdp = await browser.cdp(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const deleted = (await page.locator('article h3 a').nth(1).textContent()) ?? '';
  const row = page.getByRole('article', { name: deleted });
  // By name: the list may have changed since.
  await row.getByRole('link', { name: deleted, exact: true }).click();
  await page.getByRole('button', { name: 'Еще действия' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.waitForURL(/\/promo\/contacts$/);
  await row.getByText('Удалится при связи').waitFor();
});
