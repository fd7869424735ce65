// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setValue } from '#domain/policy/edits/nodes.ts';
import { newPolicy, type Policy } from '#domain/policy/policy.ts';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { allOf, type BenchSight, claim, PolicyBench, SAMPLE } from '#tests/support/policy-bench.tsx';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';

let sight: BenchSight;
let pocket: ScreenPhone;

beforeEach(async () => {
  pocket = await screenPhone();
  setWidth(1280);
  sight = {} as BenchSight; // filled by the first render
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(start: Policy = SAMPLE) {
  openScreen(pocket.device, <PolicyBench start={start} sight={sight} />, '/abac');
  const tab = await screen.findByRole('tab', { name: /^Проверка/ });
  if (tab.getAttribute('aria-selected') !== 'true') await userEvent.click(tab);
}

const thing = (name: string) => within(screen.getAllByRole('group', { name })[0] ?? document.body);
const decision = () => screen.getByRole('region', { name: 'Решение' });
const trace = () => screen.getByRole('region', { name: 'Как получилось' });
const verdict = () => within(decision()).getByRole('status').textContent;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const AMOUNT = { tree: 1, steps: [{ list: 'children' as const, index: 0 }] };
const change = (value: string) =>
  act(() => sight.edit(policy => setValue(policy, AMOUNT, value, sampleCatalogue)));

/** A moderator, and a paid request of a promoter that comes to 1,500 roubles. */
async function fillIn() {
  await userEvent.click(thing('Пользователь').getByRole('checkbox', { name: 'Модератор' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Сумма фирме' }), '1500');
  await userEvent.click(within(screen.getByRole('group', { name: 'Оплачена' })).getByLabelText('да'));
  await userEvent.click(thing('Промоутер').getByLabelText('есть'));
  await userEvent.click(thing('Промоутер: что известно').getByRole('checkbox', { name: 'Промоутер' }));
}

test('what is not entered is not known: the policy does not apply, and each node says why', async () => {
  await open();
  expect(verdict()).toBe('не применяетсяTarget не истинен: политика ничего не говорит.');
  const amount = within(trace()).getByRole('button', { name: /^Заявка: Сумма фирме/ });
  expect(amount.textContent).toContain('неизвестно');
  expect(amount.textContent).toContain('Нужно: больше 1000');
  expect(amount.textContent).not.toContain('Есть');
});

test('facts of every type come to a decision, with what was found and what was expected', async () => {
  await open();
  await fillIn();
  expect(verdict()).toBe('allow: разрешаетХотя бы одно правило allow истинно.');
  const amount = within(trace()).getByRole('button', { name: /^Заявка: Сумма фирме/ });
  expect(amount.textContent).toContain('истина');
  expect(amount.textContent).toContain('Нужно: больше 1000. Есть: 1500');
  const role = within(trace()).getAllByRole('button', { name: /^Пользователь: Роль/ });
  expect(role.map(each => each.textContent)).toEqual([
    expect.stringContaining('Есть: Модератор'),
    expect.stringContaining('Есть: Промоутер'),
  ]);
});

test('there can be no related thing, and an amount can be known to be empty', async () => {
  await open();
  await fillIn();
  await userEvent.click(thing('Промоутер').getByLabelText('нет'));
  const exists = within(trace()).getByRole('button', { name: /^Заявка: Промоутер/ });
  expect(exists.textContent).toContain('ложь');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Сумма фирме: значения нет' }));
  const amount = within(trace()).getByRole('button', { name: /^Заявка: Сумма фирме/ });
  expect(amount.textContent).toContain('ложь');
  expect(amount.textContent).toContain('Есть: значения нет');
  expect(verdict()).toContain('deny: запрещает');
});

test('a text where a number is compared is an error and denies', async () => {
  await open();
  await fillIn();
  await userEvent.type(screen.getByRole('textbox', { name: 'Сумма фирме' }), ' р.');
  expect(verdict()).toBe('deny: запрещаетВ условии ошибка, поэтому политика запрещает.');
});

test('the time is taken from the firm’s wall clock', async () => {
  const worktime = claim('environment', 'time', 'datetime', {
    comparisonMethod: 'between',
    compareValue: ['09:00', '18:00'],
  });
  await open({ ...newPolicy([]), ruleCombine: 'allowIfNotDenied', target: allOf(worktime) });
  await press('Сейчас: Время');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Время' }).value).toBe('2026-11-20 12:00:00');
  expect(verdict()).toContain('allow: разрешает');
});

test('a node of the trace leads to its line and can be folded away', async () => {
  await open();
  await userEvent.click(within(trace()).getByRole('button', { name: /^Заявка: Сумма фирме/ }));
  expect(sight.selected).toEqual(AMOUNT);
  expect(screen.getByRole('tab', { name: /^Проверка/ }).getAttribute('aria-selected')).toBe('true');
  await userEvent.click(
    within(trace()).getAllByRole('button', { name: 'Свернуть: allOf' })[1] as HTMLElement,
  );
  expect(within(trace()).queryByRole('button', { name: /^Заявка: Сумма фирме/ })).toBeNull();
});

test('what was entered stays while another view is shown', async () => {
  await open();
  await fillIn();
  await userEvent.click(screen.getByRole('tab', { name: 'JSON' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Проверка' }));
  expect(verdict()).toContain('allow');
});

test('a policy that asks for nothing says so', async () => {
  await open(newPolicy([]));
  expect(screen.getByText(/ни о чем не спрашивает/)).toBeTruthy();
});

async function saveCase(name: string) {
  await press('Сохранить случай');
  await userEvent.type(screen.getByRole('textbox', { name: 'Название случая' }), name);
  await press('Сохранить');
  await screen.findByRole('button', { name: 'Сохранить случай' });
}

const cases = () => screen.getByRole('region', { name: 'Случаи' });
const row = async (name: string) => (await within(cases()).findByText(name)).closest('li')?.textContent;

async function act1(name: string, what: string) {
  await press(`Действия: ${name}`);
  await userEvent.click(screen.getByRole('menuitem', { name: what }));
}

test('a case is run at every change, and the tab counts what is not as expected', async () => {
  await open();
  await fillIn();
  await saveCase('Дорогая заявка');
  await waitFor(async () => expect(await row('Дорогая заявка')).toContain('allow: разрешает: как ожидалось'));
  change('2000');
  expect(await screen.findByRole('tab', { name: 'Проверка · 1 не так' })).toBeTruthy();
  expect(await row('Дорогая заявка')).toContain('получилось «deny: запрещает»');
  change('1000');
  expect(await screen.findByRole('tab', { name: 'Проверка' })).toBeTruthy();
});

test('cases are counted also while another view is shown, and survive a reload', async () => {
  await open();
  await fillIn();
  await saveCase('Дорогая заявка');
  await row('Дорогая заявка');
  cleanup();
  await open();
  expect(await row('Дорогая заявка')).toBeTruthy();
  expect(verdict()).toContain('не применяется');
  await act1('Дорогая заявка', 'Заполнить поля');
  expect(verdict()).toContain('allow');
  await userEvent.click(screen.getByRole('tab', { name: 'Словами' }));
  change('2000');
  expect(await screen.findByRole('tab', { name: 'Проверка · 1 не так' })).toBeTruthy();
});

test('a case belongs to its policy', async () => {
  await open();
  await saveCase('Чужой случай');
  await row('Чужой случай');
  cleanup();
  await open({ ...SAMPLE, id: 4 });
  await screen.findByText(/Сохраненных случаев нет/);
  expect(screen.queryByText('Чужой случай')).toBeNull();
});

test('whoever else signs in does not see them, and signing out leaves none', async () => {
  await open();
  await saveCase('Мой случай');
  await row('Мой случай');
  cleanup();
  const { auth, session, db } = pocket.phone;
  const own = auth.read();
  auth.write({ ...own, subject: 2 });
  await pocket.phone.book().cache.me.put({ name: 'me', user: { ...(await userOf()), id: 2 }, at: 0 });
  await open();
  await screen.findByText(/Сохраненных случаев нет/);
  cleanup();
  auth.write(own);
  await session.signOut('keep');
  expect(await db.drafts.count()).toBe(0);
});

async function userOf() {
  const me = await pocket.phone.book().cache.me.get('me');
  return me?.user ?? { id: 1, name: '', email: '', role: { name: '', display_name: '' }, can: {} };
}

test('a case is renamed with another expectation, and needs a name', async () => {
  await open();
  await saveCase('Случай');
  await act1('Случай', 'Изменить название и ожидание');
  const name = screen.getByRole('textbox', { name: 'Название случая' });
  await userEvent.clear(name);
  await press('Сохранить');
  expect(screen.getByText('Назовите случай')).toBeTruthy();
  await userEvent.type(name, 'Другой');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ожидаемое решение' }), 'deny');
  await press('Сохранить');
  await waitFor(async () =>
    expect(await row('Другой')).toContain('deny: запрещает: получилось «не применяется»'),
  );
});

test('a case takes over what is entered now', async () => {
  await open();
  await saveCase('Случай');
  await row('Случай');
  await fillIn();
  await act1('Случай', 'Записать поля сюда');
  await waitFor(async () => expect(await row('Случай')).toContain('получилось «allow: разрешает»'));
});

test('a case that was removed comes back to its place', async () => {
  await open();
  await saveCase('Первый');
  await saveCase('Второй');
  await row('Второй');
  await act1('Первый', 'Удалить');
  await waitFor(() => expect(within(cases()).queryByText('Первый')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
  await row('Первый');
  const names = within(cases())
    .getAllByRole('listitem')
    .map(each => each.textContent);
  expect(names[0]).toContain('Первый');
});

test('a device that cannot write says so, and the form keeps the case', async () => {
  await open();
  await press('Сохранить случай');
  await userEvent.type(screen.getByRole('textbox', { name: 'Название случая' }), 'Случай');
  const put = pocket.phone.db.drafts.put;
  pocket.phone.db.drafts.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await press('Сохранить');
  expect((await screen.findAllByText(/Устройство не смогло записать/)).length).toBeGreaterThan(0);
  pocket.phone.db.drafts.put = put;
  await press('Сохранить');
  expect(await row('Случай')).toBeTruthy();
});
