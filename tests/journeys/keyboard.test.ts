import { afterAll, beforeAll, expect, it } from 'vitest';
import { witness } from '#tests/support/ask-server.ts';
import { tabTour } from '#tests/support/keyboard.ts';
import { newPhone } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { closeScene, raiseStage, readyForTheField, type Scene, type Stage } from '#tests/support/stage.ts';
import { openFirstRequest, visit, visits } from './screens.ts';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
  scene = await readyForTheField(stage, undefined, DEMO.promoter);
});
afterAll(async () => {
  await closeScene(stage, scene);
  await stage.end();
});

const NOTHING_WRONG = { missed: [], unmarked: [], covered: [] };

it.each(visits.map(each => [each.name, each] as const))(
  'Tab reaches everything on the screen %s, in sight',
  async (_name, to) => {
    await visit(scene, to);
    expect(await tabTour(scene.page)).toMatchObject(NOTHING_WRONG);
  },
);

it('Tab reaches everything on a request, in sight', async () => {
  await openFirstRequest(scene);
  expect(await tabTour(scene.page)).toMatchObject(NOTHING_WRONG);
});

it('a contact is written, found, opened and ordered for without a pointer', async () => {
  const { page, at } = scene;
  const phone = newPhone();
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(at('/promo/contacts'));
  await page.getByRole('link', { name: 'Добавить контакт' }).filter({ visible: true }).focus();
  await press('Enter');
  await page.getByRole('textbox', { name: 'Имя' }).focus();
  await page.keyboard.type('Еликонида');
  await page.getByRole('textbox', { name: /^Телефон/ }).focus();
  await page.keyboard.type(phone);
  await press('Enter');
  await page.waitForURL(/\/promo\/contacts$/);

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('tkbrjyblf');
  const card = page.getByRole('article', { name: 'Еликонида' }).filter({ visible: true });
  await card.getByRole('button', { name: 'Развернуть: Еликонида' }).focus();
  await press('Space');
  await card.getByRole('link', { name: 'Оформить заявку' }).focus();
  await press('Enter');
  await page.getByRole('link', { name: /В мастерскую/ }).focus();
  await press('Enter');

  await page.getByRole('button', { name: 'Контакт: Еликонида' }).focus();
  await press('Enter');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await press('Escape');
  const opener = page.getByRole('button', { name: 'Контакт: Еликонида' });
  await expect.poll(() => opener.evaluate(each => each === document.activeElement)).toBe(true);
  for (const name of ['Район', 'Вид работ']) {
    await page.getByRole('combobox', { name }).focus();
    await press('ArrowDown');
    await press('ArrowDown');
  }
  await page.getByLabel(/^Улица/).focus();
  await page.keyboard.type('Лесная');
  await page.getByRole('textbox', { name: 'Дом' }).focus();
  await page.keyboard.type('5');
  await press('Enter');
  await page.waitForURL(/\/promo\/orders$/);
  const server = await witness(stage.server.origin, DEMO.promoter);
  await expect.poll(() => server.ordersWith(phone), { timeout: 15_000 }).toHaveLength(1);
});
