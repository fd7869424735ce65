import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setValue } from '#domain/policy/edits/nodes.ts';
import { newPolicy, type Policy } from '#domain/policy/policy.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { type PolicyEditor, SAMPLE, sidePanelEditor } from '#tests/support/policy-screens.tsx';
import { seedDone } from '#tests/support/reports.ts';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let editor: PolicyEditor;
let handset: ScreenPhone;

beforeEach(async () => {
  handset = await screenPhone();
  setWidth(1280);
});

async function open(start: Policy = SAMPLE) {
  editor = sidePanelEditor(start);
  openScreen(handset.device, editor.view, '/abac');
  const tab = await screen.findByRole('tab', { name: /^Проверка/ });
  if (tab.getAttribute('aria-selected') !== 'true') await userEvent.click(tab);
}

const thing = (name: string) => within(screen.getAllByRole('group', { name })[0] ?? document.body);
const decision = () => screen.getByRole('region', { name: 'Решение' });
const trace = () => screen.getByRole('region', { name: 'Как получилось' });
const verdict = () => within(decision()).getByRole('status').textContent;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const AMOUNT = { tree: 1, steps: [{ list: 'children' as const, index: 0 }] };
const change = (value: string) => editor.edit(policy => setValue(policy, AMOUNT, value, sampleCatalogue));

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
  const worktime = leaf('environment', 'time', 'between', ['09:00', '18:00']);
  await open({ ...newPolicy([]), ruleCombine: 'allowIfNotDenied', target: group('allOf', worktime) });
  await press('Сейчас: Время');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Время' }).value).toBe('2026-11-20 12:00:00');
  expect(verdict()).toContain('allow: разрешает');
});

test('a node of the trace leads to its line and can be folded away', async () => {
  await open();
  await userEvent.click(within(trace()).getByRole('button', { name: /^Заявка: Сумма фирме/ }));
  expect(editor.selected()).toEqual(AMOUNT);
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
  await userEvent.click(screen.getByRole('textbox', { name: 'Название случая' }));
  await userEvent.paste(name);
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
  const { auth, session, db } = handset.phone;
  const own = auth.read();
  auth.write({ ...own, subject: 2 });
  await handset.phone.book().cache.me.put({
    name: 'me',
    user: { id: 2, name: '', email: '', role: { name: '', display_name: '' }, can: {} },
    at: 0,
  });
  await open();
  await screen.findByText(/Сохраненных случаев нет/);
  cleanup();
  auth.write(own);
  await session.signOut('keep');
  expect(await db.drafts.count()).toBe(0);
});

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
  const put = handset.phone.db.drafts.put;
  handset.phone.db.drafts.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await press('Сохранить');
  expect((await screen.findAllByText(/Устройство не смогло записать/)).length).toBeGreaterThan(0);
  handset.phone.db.drafts.put = put;
  await press('Сохранить');
  expect(await row('Случай')).toBeTruthy();
});

describe('taken from the server', () => {
  let server: TestServer;
  let app: ModeratorScreens;
  let dear: number;
  let empty: number;

  beforeAll(async () => {
    server = await createTestServer();
    const promoterId = server.users.promoter.id;
    [dear = 0] = await seedDone(server, {
      promoterId,
      amounts: [150_050],
      paidBy: server.users.moderator.id,
    });
    [empty = 0] = await seedDone(server, { promoterId, amounts: [1], isDone: false });
  });
  afterAll(() => server.close());

  const state = leaf('request', 'state', 'equal', 'done');
  const created = leaf('request', 'created_at', 'after', '2026-01-01');
  const report = leaf('request', 'report', 'notExists');
  const [rule] = SAMPLE.rules;
  if (!rule) throw new Error('the sample has no rule');
  const POLICY = {
    ...SAMPLE,
    rules: [{ ...rule, condition: group('allOf', ...rule.condition.children, state, created, report) }],
  };

  async function sit(user: TestUser) {
    app = await moderatorScreens(server, user);
    editor = sidePanelEditor(POLICY);
    app.open('/abac', { '/abac': editor.view });
    await userEvent.click(await screen.findByRole('tab', { name: 'Проверка' }));
  }

  const fields = (name: string) => within(screen.getByRole('group', { name }));
  const ticked = (name: string, at: Pick<typeof screen, 'getByRole'> = screen) =>
    at.getByRole<HTMLInputElement>('checkbox', { name }).checked;
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const chosen = (name: string) => fields(name).getByRole<HTMLInputElement>('radio', { checked: true }).value;

  async function takeUser(name: string) {
    const picker = await fields('Пользователь').findByRole('combobox', { name: 'Взять пользователя' });
    await userEvent.click(picker);
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
  }

  async function takeRequest(typed: string | number) {
    const number = fields('Заявка').getByRole('textbox', { name: /^Взять/ });
    await userEvent.clear(number);
    await userEvent.type(number, `${typed}{Enter}`);
  }

  test('an administrator takes a user with the roles', async () => {
    await sit(server.users.admin);
    await takeUser('Test moderator');
    expect(ticked('Модератор', fields('Роль'))).toBe(true);
    expect(screen.getByText('Взято: Test moderator. Известно все, о чем спрашивает политика.')).toBeTruthy();
  });

  test('who may see names alone takes a name; roles stay unknown, and it is said', async () => {
    await sit(server.users.moderator);
    await takeUser('Test admin');
    expect(screen.getByText('Взято: Test admin. Осталось неизвестным: Роль.')).toBeTruthy();
    expect(ticked('неизвестно', fields('Роль'))).toBe(true);
    expect(app.network.seen.some(({ path }) => path === '/api/users/list')).toBe(false);
  });

  test('a moderator takes any request by its id: roubles, payment, state and time; the rest is said to be unknown', async () => {
    await sit(server.users.moderator);
    await takeRequest(dear);
    expect(await screen.findByText(/^Взято: М-\d+\. Осталось неизвестным: Промоутер\.$/)).toBeTruthy();
    expect(field('Сумма фирме').value).toBe('1500.5');
    expect(chosen('Оплачена')).toBe('yes');
    const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Состояние' });
    expect(state.selectedOptions[0]?.text).toBe('Выполнена');
    // The server's clock is 12:12 of UTC; the firm is in Moscow.
    expect(field('Создана').value).toBe('2026-11-20 15:12:39');
    expect(chosen('Отчет')).toBe('no');
    expect(chosen('Промоутер')).toBe('unknown');
  });

  test('an amount that there is not yet is known to be none', async () => {
    await sit(server.users.moderator);
    await takeRequest(empty);
    await screen.findByText(/^Взято/);
    expect(ticked('Сумма фирме: значения нет')).toBe(true);
    expect(chosen('Оплачена')).toBe('no');
  });

  test('a promoter takes an own request by its code, and is its promoter', async () => {
    await sit(server.users.promoter);
    const first = await server.db.query.requests.findFirst({ orderBy: (row, { asc }) => asc(row.id) });
    await takeRequest(first?.fullcode ?? '');
    await screen.findByText(/Осталось неизвестным: Промоутер → Роль/);
    expect(chosen('Промоутер')).toBe('yes');
    expect(field('Сумма фирме').value).toBe('1500.5');
  });

  test.each([
    ['7777777', /Такой заявки нет/],
    ['Л-0', /Введите номер/],
    ['завтра', /Введите номер/],
  ])('%s is no request, and nothing is filled in', async (typed, words) => {
    await sit(server.users.moderator);
    await takeRequest(typed);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(field('Сумма фирме').value).toBe('');
  });

  test('without a network nothing is taken, and what was entered stays', async () => {
    await sit(server.users.moderator);
    await userEvent.type(field('Сумма фирме'), '7');
    app.network.off();
    await takeRequest(dear);
    expect(await screen.findByText(/Нет связи. Заявка не взята/)).toBeTruthy();
    expect(field('Сумма фирме').value).toBe('7');
  });
});
