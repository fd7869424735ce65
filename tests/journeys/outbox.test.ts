import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serverRecords } from '#tests/support/ask-server.ts';
import { createContact, fillContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { type App, goOnline, openReady } from './support/app.ts';
import { fillDisk, freeDisk } from './support/disk-space.ts';

const SAVE = '/api/promo/contacts/save';

let app: App;

const toOutbox = (page: Page) => page.getByRole('link', { name: 'Очередь' }).first().click();
const orderTaken = (page: Page) => page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });

it('what was saved into a file, then sent, then wiped from the phone is loaded again and is there once', async () => {
  app = await openReady();
  const { page, proxy, at } = app;
  const phone = newPhone();
  const name = 'Ирма Файловая';
  await proxy.goOffline();
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name, phones: [phone] });
  await orderDelivery(page, name);
  const text = await saveFile(page);
  expect(text).toContain(`Новый контакт: ${name}`);
  await goOnline(app);
  await orderTaken(page).waitFor();

  await wipe(page);
  await page.goto(at('/login?redirect=/promo/outbox'));
  await signIn(page, DEMO.promoter);
  const buffer = Buffer.from(text);
  const input = page.getByLabel('Загрузить из файла').last();
  await input.setInputFiles({ name: 'neotpravleno.txt', mimeType: 'text/plain', buffer });
  const question = page.getByRole('dialog', { name: 'Загрузить записи?' });
  await question.getByText('2 записи: 0 уже здесь, 2 новые').waitFor();
  await question.getByRole('button', { name: 'Загрузить', exact: true }).click();
  await page.getByRole('region', { name: 'Отправлено сегодня (2)' }).waitFor();

  const server = await serverRecords(app.server.origin, DEMO.promoter);
  expect(await server.contactsWith(phone)).toHaveLength(1);
  expect(await server.ordersWith(phone)).toHaveLength(1);
});

/** Presses the button, and reads what the browser would put among the downloads. */
async function saveFile(page: Page): Promise<string> {
  await toOutbox(page);
  const reading = page.evaluate(
    () =>
      new Promise<string>(resolve => {
        URL.createObjectURL = blob => {
          if (blob instanceof Blob) void blob.text().then(resolve);
          return '#';
        };
      }),
  );
  await page.getByRole('button', { name: 'Сохранить в файл' }).click();
  return reading;
}

/** Everything that the browser keeps of the site is gone, as when somebody clears its data. */
async function wipe(page: Page): Promise<void> {
  const cdp = await app.browser.cdp(page);
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}

it('an entry that a Wi-Fi page has answered waits with the reason, and goes later', async () => {
  app = await openReady();
  const { page, proxy, at } = app;
  const phone = newPhone();
  const name = 'Нил Терпеливый';
  // Once the server has shown that it honours keys, nothing has to be looked for after a lost answer.
  await page.goto(at('/promo/contacts/add'));
  await createContact(page, { name: 'Первый', phones: [newPhone()] });
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  await page.goto(at('/promo/contacts/add'));
  proxy.addFault({ path: SAVE, fault: 'html', times: Number.POSITIVE_INFINITY });
  await createContact(page, { name, phones: [phone] });
  await toOutbox(page);
  const words = 'Вместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти.';
  await page.getByRole('button', { name }).getByText(words).waitFor();
  proxy.removeFaults();
  await page.getByRole('button', { name: 'Отправить сейчас' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
  expect(await (await serverRecords(app.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
});

it('two tabs send a contact once, both show it confirmed, and one of them tells it', async () => {
  app = await openReady();
  const { page: writing, proxy, at } = app;
  const phone = newPhone();
  const name = 'Ева Двойная';
  const watching = await app.browser.open(at('/promo/contacts'));
  await watching.getByRole('article').first().waitFor();
  // Every toast is said in the live region first; what was said is counted from here on.
  const received: string[] = [];
  for (const page of [writing, watching]) await listen(page, text => received.push(text));

  await proxy.goOffline();
  await writing.getByRole('link', { name: 'Телефоны' }).first().click();
  await writing.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).click();
  await createContact(writing, { name, phones: [phone] });
  const cards = [writing, watching].map(page => page.getByRole('article', { name }));
  for (const card of cards) await card.getByText('Ждет отправки').waitFor();

  await proxy.goOnline();
  for (const page of [writing, watching])
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const card of cards) await card.getByText('Ждет отправки').waitFor({ state: 'detached' });
  for (const card of cards) expect(await card.isVisible()).toBe(true);
  expect(await (await serverRecords(app.server.origin, DEMO.promoter)).contactsWith(phone)).toHaveLength(1);
  expect(proxy.passages('/api/promo/contacts/save')).toHaveLength(1);
  await expect.poll(() => received.filter(text => text === 'Контакт успешно добавлен')).toHaveLength(1);
});

/** Hears what the page tells to readers from now on. */
async function listen(page: Page, hear: (text: string) => void): Promise<void> {
  await page.exposeFunction('hear', hear);
  await page.evaluate(() => {
    const said = (node: Node) => {
      const hearing: unknown = Reflect.get(window, 'hear');
      const isForReaders = node.parentElement?.matches('[role=status].visually-hidden');
      if (isForReaders && typeof hearing === 'function') hearing(node.textContent);
    };
    const observer = new MutationObserver(changes => {
      for (const { addedNodes } of changes) addedNodes.forEach(said);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

it('a full disk keeps the form with its text and says what to do', async () => {
  app = await openReady();
  const { page, at } = app;
  await page.goto(at('/promo/contacts/add'));
  await fillContact(page, { name: 'Лев Тесный', phones: [newPhone()] });
  await fillDisk(app, page);
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('alert').getByText('На устройстве нет места').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Имя' }).inputValue()).toBe('Лев Тесный');
  await freeDisk(app);
  await page.getByRole('button', { name: 'Создать контакт' }).click();
  await page.getByRole('group', { name: 'Контакт успешно добавлен' }).waitFor();
});
