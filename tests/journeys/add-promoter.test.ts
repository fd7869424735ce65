import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { deferred } from '#tests/support/deferred.ts';
import { everythingStored } from '#tests/support/everything-stored.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import {
  closeScene,
  findNetwork,
  openScene,
  raiseStage,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';
import { missingWords, type OfficePlace } from './verbatim.ts';

const ADD = '/api/promo/moderation/add';
const SECRET = 'Zq-secret-Zq';
const TOASTED_MS = 15_000;

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

/** Pictures for whoever looks at them; only when a folder is named. */
const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillIn(page: Page, email: string, name = 'Вера Одинцова', password = SECRET): Promise<void> {
  await page.getByRole('textbox', { name: 'Имя' }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Пароль *', { exact: true }).fill(password);
  await page.getByLabel('Повтор пароля *', { exact: true }).fill(password);
}

/** What is visible, and what readers are told. */
async function says(page: Page, place: OfficePlace): Promise<void> {
  const words = async () => `${(await page.locator('body').allInnerTexts()).join(' ')} ${await page.title()}`;
  await expect.poll(async () => missingWords(place, await words()), { timeout: TOASTED_MS }).toEqual([]);
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (device, size) => {
  let scene: Scene;
  let page: Page;
  const prefix = size.width;

  beforeAll(async () => {
    scene = await openScene(stage, '/login?redirect=/promo/moderation', size);
    page = scene.page;
    await signIn(page, DEMO.moderator);
  });
  afterAll(() => closeScene(stage, scene));

  const openForm = async (query = '') => {
    await page.goto('about:blank');
    await page.goto(scene.at(`/promo/moderation/add${query}`));
    await page.getByRole('radio', { name: 'Один' }).waitFor();
  };

  async function expectNoFaults(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const faults = await (colorScheme === 'light' ? accessibilityFaults : contrastFaults)(page);
      expect(faults.map(fault => `${name}, ${colorScheme}: ${fault}`)).toEqual([]);
      if (folder) await page.screenshot({ path: `${folder}/${device}-${name}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  }

  it('the menu leads to the form', async () => {
    await says(page, 'moderation menu');
    await expectNoFaults('menu');
    await page.getByRole('link', { name: 'Добавить промоутера' }).click();
    await button(page, 'Придумать пароль').waitFor();
    await says(page, 'add promoter');
  });

  it('a promoter is added, the password stays hidden until it is asked for, and goes on paper', async () => {
    await openForm();
    await fillIn(page, `vera-${prefix}@example.com`);
    await expectNoFaults('form');
    await button(page, 'Добавить промоутера').click();
    await says(page, 'promoter added');
    expect(await page.content()).not.toContain(SECRET);
    await button(page, 'показать пароль').click();
    await page.getByText(SECRET, { exact: true }).waitFor();
    await button(page, 'скрыть пароль').click();
    await expectNoFaults('card');
    await printed(page, async () => {
      const [words] = await page.locator('body').allInnerTexts();
      for (const owed of ['Вера Одинцова', SECRET, '/application/', 'Android', 'iPhone'])
        expect(words).toContain(owed);
      expect(words).not.toContain('Телефоны');
      expect(words).not.toContain('Печать');
      if (folder) await page.screenshot({ path: `${folder}/${device}-paper.png`, fullPage: true });
    });
    await page.getByText(SECRET).waitFor({ state: 'detached' });
  });

  it('an invented password fills both fields, and another promoter begins with an empty form', async () => {
    await button(page, 'Добавить еще одного промоутера').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await fillIn(page, `oleg-${prefix}@example.com`, 'Олег');
    await button(page, 'Придумать пароль').click();
    const [invented = ''] = await page.locator('[role=status] code').allInnerTexts();
    expect(invented).toMatch(/^[a-z2-9]{12}$/);
    expect(await page.getByLabel('Повтор пароля *', { exact: true }).inputValue()).toBe(invented);
    await button(page, 'Добавить промоутера').click();
    await button(page, 'показать пароль').waitFor();
    await button(page, 'показать пароль').click();
    await page.getByText(invented, { exact: true }).waitFor();
  });

  it('a taken address is told at its field, and every other answer in its own words', async () => {
    await openForm();
    await fillIn(page, DEMO.promoter);
    const submit = () => button(page, 'Добавить промоутера').click();
    await submit();
    await says(page, 'promoter, address taken');
    await expectNoFaults('taken');
    await fillIn(page, `other-${prefix}@example.com`);
    scene.proxy.spoil({ path: ADD, fault: { status: 422, json: { errors: { name: ['Слишком длинно'] } } } });
    await submit();
    await says(page, 'promoter, refused');
    scene.proxy.spoil({ path: ADD, fault: { json: {} } });
    await submit();
    await says(page, 'promoter, no id');
    scene.proxy.spoil({ path: ADD, fault: 'error' });
    await submit();
    await says(page, 'promoter, no error body');
  });

  it('a lost answer costs nothing: asked again, the same account is told of', async () => {
    await openForm();
    await fillIn(page, `lost-${prefix}@example.com`);
    const before = scene.proxy.passages(ADD).length;
    scene.proxy.spoil({ path: ADD, fault: 'lose-answer' });
    await button(page, 'Добавить промоутера').click();
    await page.getByText('неизвестно, создан ли аккаунт').first().waitFor();
    await button(page, 'Добавить промоутера').click();
    await button(page, 'показать пароль').waitFor();
    const keys = scene.proxy
      .passages(ADD)
      .slice(before)
      .map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await button(page, 'показать пароль').click();
  });

  it('a password is nowhere on the device, and a reload knows the name but not the password', async () => {
    await openForm();
    await fillIn(page, `draft-${prefix}@example.com`);
    await expect.poll(() => everythingStored(page)).toContain(`draft-${prefix}@example.com`);
    expect(await everythingStored(page)).not.toContain(SECRET);
    page.once('dialog', dialog => void dialog.accept());
    await page.reload();
    await page.getByText('Черновик восстановлен').waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(
      `draft-${prefix}@example.com`,
    );
    expect(await page.getByLabel('Пароль *', { exact: true }).inputValue()).toBe('');
    await button(page, 'Начать заново').click();
  });

  it('a typed password is not left without a question', async () => {
    await page.getByLabel('Пароль *', { exact: true }).fill('abc');
    await page
      .getByRole('link', { name: size === PHONE ? 'Телефоны' : 'Рабочее место' })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).waitFor();
    await button(page, 'Остаться').click();
    await page.getByLabel('Пароль *', { exact: true }).fill('');
  });

  it('a list of 20 is added, one of whom is there already, and a hole in the network in the middle', async () => {
    await openForm('?batch');
    const people = Array.from({ length: 20 }, (_, at) => `Человек ${at + 1}\tp${at}-${prefix}@example.com`);
    people[3] = `О"Нил <b>Ёж</b>;\t${DEMO.promoter}\t${SECRET}`;
    await page.getByLabel('Список: имя, e-mail, пароль').fill(['ФИО\tПочта\tПароль', ...people].join('\r\n'));
    await expectNoFaults('paste');
    await button(page, 'Проверить список').click();
    await page.getByText('20 строк, все без ошибок').waitFor();
    await expectNoFaults('preview');
    scene.proxy.spoil({ path: ADD, fault: 'lose-answer' });
    await button(page, 'Добавить 20 промоутеров').click();
    await page.getByText(/Добавлено 19 из 20\. Не добавлено: 1/).waitFor();
    await page.getByText('EMail уже зарегистрирован').first().waitFor();
    await page.getByRole('heading', { name: 'Добавлены сейчас: 19' }).waitFor();
    await expectNoFaults('sent');
    expect(await everythingStored(page)).not.toContain(SECRET);
    await printed(page, async () => {
      expect(await page.locator('article').count()).toBe(19);
      if (folder) await page.screenshot({ path: `${folder}/${device}-sheet.png`, fullPage: true });
    });
  });

  it('a list waits for the network and goes on by itself', async () => {
    await openForm('?batch');
    const people = [1, 2, 3].map(at => `Ждущий ${at};w${at}-${prefix}@example.com`);
    await page.getByLabel('Список: имя, e-mail, пароль').fill(people.join('\n'));
    await button(page, 'Проверить список').click();
    const answered = deferred();
    const before = scene.proxy.passages(ADD).length;
    scene.proxy.spoil({ path: ADD, fault: { status: 503, json: {}, after: answered.promise } });
    await button(page, 'Добавить 3 промоутеров').click();
    // The first is on its way when the network goes.
    await expect.poll(() => scene.proxy.passages(ADD).length).toBe(before + 1);
    await scene.proxy.goOffline();
    answered.resolve();
    await page.getByText('Продолжим сами').waitFor();
    await expectNoFaults('offline');
    await findNetwork(scene);
    await page.getByText('Добавлено 3 из 3').waitFor();
  });
});

/** Looks at the page as it goes on paper. */
async function printed(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await look();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
}
