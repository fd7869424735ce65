import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import {
  closeScene,
  openScene,
  raiseStage,
  readyForTheField,
  type Scene,
  type Stage,
} from '#tests/support/stage.ts';
import { editFirstContact, openFirstRequest, visit, visits } from './screens.ts';

let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await raiseStage();
  scene = await readyForTheField(stage, DESKTOP);
});
afterAll(async () => {
  await closeScene(stage, scene);
  await stage.end();
});

/** Everything that can be read on the page, in its own letters: what CSS makes of them does not count. */
async function words(): Promise<string> {
  const text = (await scene.page.locator('body').textContent()) ?? '';
  return text.replaceAll(/\s+/g, ' ');
}

/** The specification's words by screen (the table of verbatim strings). */
const said: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['Dashboard'],
  home: ['Телефоны', 'Заявки'],
  contacts: ['Подгрузить еще'],
  add: ['Добавление контакта', 'Имя', 'добавить телефон', 'Создать контакт'],
  orders: [
    'Фильтровать',
    'Показаны все заявки',
    'Отображено 1 - ',
    ' из 200',
    'Подгрузить еще',
    'Оформить заявку',
    ' руб.',
  ],
  'order-type': ['На дом', 'В мастерскую'],
  'home-order': ['Оформление заявки на дом', 'Оформить заявку'],
  'workshop-order': ['Оформление доставки', 'Адрес откуда доставка', 'Оформить заявку'],
  403: ['Forbidden'],
  404: ['Page Not Found'],
};

it.each(visits.filter(({ name }) => name in said).map(each => [each.name, each] as const))(
  "the screen %s says the specification's words",
  async (name, to) => {
    await visit(scene, to);
    const text = await words();
    expect((said[name] ?? []).filter(each => !text.includes(each))).toEqual([]);
  },
);

it('the login screen says Sign in', async () => {
  const other = await openScene(stage, '/login');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await closeScene(stage, other);
});

it('a card of the book offers its phone in the mask, Редактировать and Удалить', async () => {
  const { page, at } = scene;
  await page.goto(at('/promo/contacts'));
  const call = page.getByRole('link', { name: /^Позвонить/ }).first();
  expect(await call.textContent()).toMatch(/^\+7 \(\d{3}\) \d{3}-\d{2}-\d{2}$/);
  await page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .click();
  for (const name of ['Редактировать', 'Удалить'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor();
});

it('the form of a known contact is called Редактирование контакта and ends with Сохранить контакт', async () => {
  await editFirstContact(scene);
  const text = await words();
  for (const each of ['Редактирование контакта', 'Сохранить контакт']) expect(text).toContain(each);
});

it.each([
  ['Оплаченные', 'Показаны оплаченные заявки'],
  ['Выполненные', 'Показаны выполненные заявки'],
])('the list filtered by %s says «%s»', async (choice, shown) => {
  const { page, at } = scene;
  await page.goto(at('/promo/orders'));
  await page.getByRole('radio', { name: new RegExp(`^${choice}`) }).check({ force: true });
  await page.getByRole('button', { name: 'Фильтровать' }).click();
  await page.getByText(shown).waitFor();
});

it('a request says Мастерские or Линия', async () => {
  await openFirstRequest(scene);
  expect(await words()).toMatch(/Мастерские|Линия/);
});

it('whoever has no orders reads that none were found', async () => {
  const novice = await readyForTheField(stage, DESKTOP, DEMO.novice);
  await novice.page.goto(novice.at('/promo/orders'));
  await novice.page.getByText('Заявки не найдены.', { exact: true }).waitFor();
  await closeScene(stage, novice);
});
