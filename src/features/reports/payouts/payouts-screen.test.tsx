import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listPayouts } from '#contract/moderation.ts';
import { payPromoter } from '#contract/payments.ts';
import { closeReport, openReport } from '#contract/reports.ts';
import { answerOf } from '#tests/support/network.ts';
import { openPanel, panelOf, pay, payoutsForAll, press, rowOf, undoName } from '#tests/support/payouts.tsx';
import { createUserWithRole } from '#tests/support/people.ts';
import { toasts } from '#tests/support/screen.tsx';

const app = payoutsForAll();

const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

test('shows whom to pay, largest first, with sums over all, and has the focus on the first row', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00, 500_50]);
  await app.open();
  const rows = await within(screen.getByRole('table', { name: 'Кому выплатить' })).findAllByRole('row');
  expect(rows.slice(1).map(row => within(row).getByRole('link').textContent)).toEqual([
    colleague.name,
    promoter.name,
  ]);
  expect(text(rows[1] as HTMLElement)).toContain('750,15 руб.');
  expect(text(screen.getByText('К выплате, 2 промоутера').parentElement as HTMLElement)).toContain(
    '1 050,15 руб.',
  );
  await waitFor(() => expect(document.activeElement).toBe(rows[1]));
  for (const way of ['Отчеты', 'Статистика', 'Добавить промоутера']) {
    expect(screen.getByRole('link', { name: way })).toBeTruthy();
  }
});

test('the sums over those that are found say so', async () => {
  await app.seed(app.server.users.promoter.id, [1_000_00]);
  await app.open('?search=такого+нет');
  const sums = await screen.findByLabelText('Итого');
  expect(text(sums)).toBe('К выплате, найдено 00 руб.В их отчетах, 0 заявок0 руб.Получили за месяц0 руб.');
});

test('the paid are listed with when they were paid, without what else is owed', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.other.post(payPromoter.path, { promoter_id: promoter.id, count: 1, share: 300 });
  await app.open('?state=paid');
  await rowOf(promoter.name);
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(titles).toContain('Платили');
  expect(titles).not.toContain('Новых');
});

test('two presses pay a promoter, one the next one: all that they are owed, as one payment', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.other.create(promoter.id);
  await app.seed(promoter.id, [500_00]);
  await app.seed(colleague.id, [2_000_00, 3_000_00]);
  await app.open();
  const panel = await openPanel(colleague.name);
  const listed = await within(panel).findByRole('table', { name: 'Заявки к выплате' });
  expect(within(listed).getAllByRole('row')).toHaveLength(3);
  await pay(/^Выплатить 2 на 1.500.руб\.$/);
  // The panel opens the next.
  await panelOf(promoter.name);
  expect(within(await rowOf(colleague.name)).getByText('выплачено')).toBeTruthy();
  await pay(/^Выплатить 2 на 450.руб\.$/);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Выплата: / })).toBeNull());
  expect([await app.owedTo(promoter.id), await app.owedTo(colleague.id)]).toEqual([0, 0]);
  for (const user of [promoter, colleague]) {
    expect((await app.other.list(user.id)).body.list[0].closed_at).toEqual(expect.any(String));
  }
  expect(await screen.findByText(/^2 из 2, выплачено 1.950.руб\., осталось 0.руб\.$/)).toBeTruthy();
  expect(app.network.seen.filter(({ path }) => path === payPromoter.path)).toHaveLength(2);
  // The rows say it all.
  expect(toasts()).toEqual([]);
});

test('a second click, or Enter, does not pay whoever stands there next', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  for (const { id } of [promoter, colleague]) await app.other.create(id);
  await app.open();
  await openPanel(colleague.name);
  await pay(/^Выплатить 1 на 600/);
  await panelOf(promoter.name);
  const next = await screen.findByRole('button', { name: /^Выплатить 1 на 300/ });
  await userEvent.dblClick(next);
  next.focus();
  await userEvent.keyboard('{Enter}');
  expect([next.getAttribute('aria-disabled'), next.getAttribute('aria-busy')]).toEqual(['true', null]);
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull(), { timeout: 3_000 });
  expect(document.activeElement).toBe(next);
  expect(await app.owedTo(promoter.id)).toBe(1);
}, 15_000);

test('what was paid is taken back from its row, which stays in place and owes nothing meanwhile', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(colleague.id, [500_00]);
  await app.seed(promoter.id, [1_000_00, 2_000_00]);
  await app.other.create(promoter.id);
  await app.open();
  await openPanel(promoter.name);
  await pay(/^Выплатить 2 на /);
  const undo = await undoName(promoter.name);
  await waitFor(() => expect(screen.getByText('К выплате, 1 промоутер')).toBeTruthy());
  const [, first] = within(screen.getByRole('table', { name: 'Кому выплатить' })).getAllByRole('row');
  expect(text(first as HTMLElement)).toMatch(/^Test promoter0 руб\.выплачено№\d+Вернуть$/);
  await press(undo);
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(text(await rowOf(promoter.name))).toContain('900 руб.');
  expect(await app.owedTo(promoter.id)).toBe(2);
  expect((await app.other.list(promoter.id)).body.list[0].closed_at).toBeNull();
});

test('what is owed besides what was listed is told in rows, and nothing is paid', async () => {
  const { promoter } = app.server.users;
  const [gone] = await app.seed(promoter.id, [1_000_00, 3_000_00]);
  await app.open();
  const panel = await openPanel(promoter.name);
  await screen.findByRole('button', { name: /^Выплатить 2 на 1.200/ });
  await app.other.create(promoter.id);
  await app.other.pay(gone);
  await app.seed(promoter.id, [2_000_00]);
  await pay(/^Выплатить 2 на 1.200/);
  expect(await within(panel).findByText(/^М-\d+: больше не к выплате, было 300.руб\.$/)).toBeTruthy();
  expect(within(panel).getByText(/^М-\d+: новая, 600.руб\.$/)).toBeTruthy();
  expect(await app.owedTo(promoter.id)).toBe(2);
  // What has come since is in the list, and was no reason.
  await app.seed(promoter.id, [4_000_00]);
  await userEvent.click(within(panel).getByRole('button', { name: 'Обновить' }));
  await pay(/^Выплатить 3 на 2.700/);
  await within(await rowOf(promoter.name)).findByText('выплачено');
});

test('who is paid again keeps what was paid here before, also where the second payment is refused', async () => {
  const promoter = await app.openOwed([1_000_00]);
  await pay(/^Выплатить 1 на 300/);
  await screen.findByText(/^1 из 1, выплачено 300.руб/);
  await app.seed(promoter.id, [2_000_00]);
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, '422');
  await pay(/^Выплатить 1 на 600/);
  await within(await rowOf(promoter.name)).findByText('не выплачено');
  await screen.findByText(/^1 из 1, выплачено 300.руб\., осталось 600.руб\.$/);
  await pay(new RegExp(`^Повторить: ${promoter.name}`));
  await screen.findByText(/^1 из 1, выплачено 900.руб\., осталось 0.руб\.$/);
});

test('what closed reports have kept cannot be paid here: it is neither left to pay nor the next panel', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  const { body } = await app.other.create(promoter.id);
  await app.other.post(closeReport.path, { report_id: body.id });
  await app.seed(colleague.id, [2_000_00]);
  await app.open();
  await openPanel(colleague.name);
  await pay(/^Выплатить 1 на 600/);
  await screen.findByText(/выплачено 600.руб\., осталось 0.руб\.$/);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Выплата: / })).toBeNull());
  // What the next test finds can be paid again.
  await app.other.post(openReport.path, { report_id: body.id });
});

test('a payment is taken back before those that wait for their turn, and during a pause', async () => {
  const { promoter } = app.server.users;
  const people = await Promise.all(
    Array.from({ length: 5 }, () => createUserWithRole(app.server, 'promoter', 'Семь')),
  );
  for (const { id } of [promoter, ...people]) await app.seed(id, [1_000_00]);
  await app.open();
  await openPanel(promoter.name);
  await pay(/^Выплатить 1 на /);
  await within(await rowOf(promoter.name)).findByText('выплачено');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Выбрать все/ }));
  await press(/^Выплатить 5 промоутерам: /);
  const held = Array.from({ length: 4 }, () => app.network.hold(payPromoter.path));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Выплатить/ }));
  await Promise.all(held.map(({ arrived }) => arrived));
  await press('Пауза');
  await press(`Вернуть: ${promoter.name}`);
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(screen.getByText('ждет очереди')).toBeTruthy();
  for (const { release } of held) release();
  await press('Остановить');
});

test('several are paid after one question; what has changed meanwhile is asked about, the others go on', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  await app.open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  await app.seed(colleague.id, [4_000_00]);
  expect(screen.getByRole('button', { name: /^Выплатить 2 промоутерам: 900.руб\./ })).toBeTruthy();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const question = screen.getByRole('dialog', { name: 'Выплатить 2 промоутерам?' });
  expect(text(question)).toContain(`${colleague.name}: 1 заявка, 600 руб.`);
  await userEvent.click(within(question).getByRole('button', { name: /^Выплатить/ }));
  await within(await rowOf(colleague.name)).findByText('нужно решить');
  expect(text(screen.getByText(/^теперь 2 заявки/))).toContain('1 800 руб.');
  await within(await rowOf(promoter.name)).findByText('выплачено');
  expect([await app.owedTo(promoter.id), await app.owedTo(colleague.id)]).toEqual([0, 2]);
  // Their requests were not listed before: none of them is called new.
  const panel = await openPanel(colleague.name);
  await within(panel).findByRole('table', { name: 'Заявки к выплате' });
  expect(within(panel).queryByText(/новая/)).toBeNull();
  await pay(/^Выплатить 1.800/);
  await within(await rowOf(colleague.name)).findByText('выплачено');
  expect(await app.owedTo(colleague.id)).toBe(0);
});

test('the panel names every request that the button pays, however many there are', async () => {
  const { promoter } = app.server.users;
  await app.seed(
    promoter.id,
    Array.from({ length: 100 }, () => 100_00),
  );
  await app.other.create(promoter.id);
  await app.seed(
    promoter.id,
    Array.from({ length: 100 }, () => 100_00),
  );
  await app.open();
  const panel = await openPanel(promoter.name);
  const listed = await within(panel).findByRole('table', { name: 'Заявки к выплате' });
  expect(listed.querySelectorAll('tbody tr')).toHaveLength(200);
  expect(within(panel).getByText(/^Выплатить 200 на 6.000.руб\.$/)).toBeTruthy();
});

test('the search, the state and the panel stand in the address', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  await app.open(`?search=${promoter.name}&promoter=${promoter.id}`);
  await panelOf(promoter.name);
  expect(screen.queryByRole('link', { name: colleague.name })).toBeNull();
  await press('Закрыть');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: promoter.name }).closest('tr')),
  );
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('radio', { name: 'Все' }));
  expect(address()).toBe('/promo/moderation?state=all');
  await screen.findByRole('link', { name: app.server.users.blocked.name });
});

test('j and k lead through the panels, Escape closes', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  await app.open();
  await openPanel(colleague.name);
  await userEvent.keyboard('[KeyJ]');
  await panelOf(promoter.name);
  await userEvent.keyboard('[KeyK]');
  await panelOf(colleague.name);
  // From a row too.
  (await rowOf(promoter.name)).focus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Выплата: / })).toBeNull());
});

test('whoever stops leaves those unpaid whose turn has not come', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, () => createUserWithRole(app.server, 'promoter', 'Пять')),
  );
  for (const { id } of people) await app.seed(id, [1_000_00]);
  await app.open('?search=пять');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  await press(/^Выплатить 6 промоутерам: /);
  const held = Array.from({ length: 4 }, () => app.network.hold(payPromoter.path));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Выплатить/ }));
  await Promise.all(held.map(({ arrived }) => arrived));
  await press('Остановить');
  for (const { release } of held) release();
  const run = screen.getByRole('region', { name: 'Выплата' });
  await within(run).findByText(/^Выплачено 4 промоутерам: /);
  expect(within(run).getAllByText('остановлено')).toHaveLength(2);
});

test('a search that is too long is cut, and a promoter whom there is not is said so', async () => {
  await app.open(`?search=${'я'.repeat(120)}&promoter=999999`);
  expect(await screen.findByText('Такого промоутера нет')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toHaveLength(100);
});

test('whoever is not owed anything is found among all', async () => {
  const { blocked } = app.server.users;
  await app.open(`?search=${blocked.name}`);
  await screen.findByText('Промоутеры не найдены.');
  await press('Искать среди всех');
  await screen.findByRole('link', { name: blocked.name });
  expect(screen.queryByRole('button', { name: 'Искать среди всех' })).toBeNull();
});

test('who is chosen and hidden by a search is counted; hiding what was paid leads back to the rows', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  await app.open();
  await userEvent.click(await screen.findByRole('checkbox', { name: `Выбрать: ${promoter.name}` }));
  await userEvent.type(screen.getByRole('searchbox'), colleague.name);
  expect(await screen.findByText('Выбрано: 1, на этой странице 0')).toBeTruthy();
  await press(/^Выплатить 1 промоутеру: /);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Выплатить/ }));
  await pay(/^Скрыть итог$/);
  expect(document.activeElement).toBe(await rowOf(colleague.name));
});

test('the sheet to be signed names whoever is chosen', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  const sheet = screen.getByRole('region', { name: 'Ведомость выплаты промоутерам' });
  expect(text(sheet)).toContain(`1${promoter.name}1300,00`);
  expect(text(sheet)).toMatch(/^Ведомость выплаты промоутерамНапечатано\d+ .* \d{4}.*№/);
  expect(text(sheet)).toContain('Итого: 1 промоутер');
  expect(text(sheet)).toContain('Выдал (Test moderator)');
});

test.each([
  [404, /^Сервер этого не нашел\. Этот сервер не считает/],
  [403, /^Нет прав\. Правила доступа не разрешают/],
])(
  'a backend that answers %i is said so, with the ways of the specification and another try',
  async (status, words) => {
    app.network.answer(listPayouts.path, () => answerOf({ message: 'no' }, status));
    await app.open('', words);
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/promo/moderation/reports',
      '/promo/moderation/stats',
      '/promo/moderation/add',
    ]);
    await press('Повторить');
    expect(await screen.findByRole('searchbox')).toBeTruthy();
  },
);
