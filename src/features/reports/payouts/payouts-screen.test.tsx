import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listPayouts, type PayoutRow } from '#contract/moderation.ts';
import { payPromoter, takeBackPayment } from '#contract/payments.ts';
import { closeReport, openReport } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { createReportClient, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { PayoutsScreen } from './payouts-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  app = await moderatorScreens(server, server.users.moderator);
  await payAllByHand();
});

/** What earlier tests have left. */
async function payAllByHand(): Promise<void> {
  const { body } = await other.get(listPayouts.path);
  for (const { id, due } of body.list as PayoutRow[]) if (due.count > 0) await other.create(id);
  for (const { id } of body.list as PayoutRow[]) {
    for (const report of (await other.list(id)).body.list) {
      if (report.closed_at !== null) continue;
      for (const request of (await other.read(report.id)).body.promo_requests) await other.pay(request.id);
      await other.post(closeReport.path, { report_id: report.id });
    }
  }
}

const seed = (promoterId: number, amounts: number[]) => seedDone(server, { promoterId, amounts });

async function open(query = ''): Promise<void> {
  const view = (
    <>
      <PayoutsScreen />
      <Toasts />
    </>
  );
  app.open(`/promo/moderation${query}`, { '/promo/moderation': view });
  await screen.findByText(/^К выплате, /);
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
/** Once the button has stood there for as long as no second click is meant for it. */
const pay = async (name: RegExp) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), { timeout: 3_000 });
  await userEvent.click(button);
};
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const panelOf = (name: string) => screen.findByRole('region', { name: `Выплата: ${name}` });
const openPanel = async (name: string) => {
  await userEvent.click(await screen.findByRole('link', { name }));
  return panelOf(name);
};
const owedTo = async (id: number) => {
  const { body } = await other.get(`${listPayouts.path}?state=all`);
  return body.list.find((row: PayoutRow) => row.id === id).owed.count;
};

test('shows whom to pay, largest first, with sums over all, and has the focus on the first row', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00, 500_50]);
  await open();
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

test('two presses pay a promoter, one the next one: all that they are owed, as one payment', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await other.create(promoter.id);
  await seed(promoter.id, [500_00]);
  await seed(colleague.id, [2_000_00, 3_000_00]);
  await open();
  const panel = await openPanel(colleague.name);
  const listed = await within(panel).findByRole('table', { name: 'Заявки к выплате' });
  expect(within(listed).getAllByRole('row')).toHaveLength(3);
  await pay(/^Выплатить 2 на 1.500.руб\.$/);
  // The panel opens the next.
  await panelOf(promoter.name);
  expect(within(await rowOf(colleague.name)).getByText('выплачено')).toBeTruthy();
  await pay(/^Выплатить 2 на 450.руб\.$/);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Выплата: / })).toBeNull());
  expect([await owedTo(promoter.id), await owedTo(colleague.id)]).toEqual([0, 0]);
  for (const user of [promoter, colleague]) {
    expect((await other.list(user.id)).body.list[0].closed_at).toEqual(expect.any(String));
  }
  expect(await screen.findByText(/^Выплачено 2 промоутерам: 1.950.руб\.$/)).toBeTruthy();
  expect(app.network.seen.filter(({ path }) => path === payPromoter.path)).toHaveLength(2);
  // The rows say it all.
  expect(toasts()).toEqual([]);
});

test('a second click, or Enter, does not pay whoever stands there next', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00]);
  for (const { id } of [promoter, colleague]) await other.create(id);
  await open();
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
  expect(await owedTo(promoter.id)).toBe(1);
}, 15_000);

test('what was paid is taken back from its row, which stays in place and owes nothing meanwhile', async () => {
  const { promoter, colleague } = server.users;
  await seed(colleague.id, [500_00]);
  await seed(promoter.id, [1_000_00, 2_000_00]);
  await other.create(promoter.id);
  await open();
  await openPanel(promoter.name);
  await pay(/^Выплатить 2 на /);
  const undo = await undoName(promoter.name);
  await waitFor(() => expect(screen.getByText('К выплате, 1 промоутер')).toBeTruthy());
  const [, first] = within(screen.getByRole('table', { name: 'Кому выплатить' })).getAllByRole('row');
  // Right behind the name.
  expect(text(first as HTMLElement)).toBe(`${promoter.name}выплаченоВернуть0 руб.`);
  await press(undo);
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(text(await rowOf(promoter.name))).toContain('900 руб.');
  expect(await owedTo(promoter.id)).toBe(2);
  expect((await other.list(promoter.id)).body.list[0].closed_at).toBeNull();
});

async function undoName(name: string): Promise<string> {
  return (await screen.findByRole('button', { name: `Вернуть: ${name}` })).getAttribute('aria-label') ?? '';
}

test('what is owed besides what was listed is told in rows, and nothing is paid', async () => {
  const { promoter } = server.users;
  const [gone] = await seed(promoter.id, [1_000_00, 3_000_00]);
  await open();
  const panel = await openPanel(promoter.name);
  await screen.findByRole('button', { name: /^Выплатить 2 на 1.200/ });
  await other.create(promoter.id);
  await other.pay(gone);
  await seed(promoter.id, [2_000_00]);
  await pay(/^Выплатить 2 на 1.200/);
  expect(await within(panel).findByText(/^М-\d+: больше не к выплате, было 300.руб\.$/)).toBeTruthy();
  expect(within(panel).getByText(/^М-\d+: новая, 600.руб\.$/)).toBeTruthy();
  expect(await owedTo(promoter.id)).toBe(2);
  await pay(/^Выплатить 2 на 1.500/);
  await within(await rowOf(promoter.name)).findByText('выплачено');
});

test('several are paid after one question; what has changed meanwhile is asked about, the others go on', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00]);
  await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  await seed(colleague.id, [4_000_00]);
  expect(screen.getByRole('button', { name: /^Выплатить 2 промоутерам: 900.руб\./ })).toBeTruthy();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const question = screen.getByRole('dialog', { name: 'Выплатить 2 промоутерам?' });
  expect(text(question)).toContain(`${colleague.name}: 1 заявка, 600 руб.`);
  await userEvent.click(within(question).getByRole('button', { name: /^Выплатить/ }));
  await within(await rowOf(colleague.name)).findByText('нужно решить');
  expect(text(screen.getByText(/^теперь 2 заявки/))).toContain('1 800 руб.');
  await within(await rowOf(promoter.name)).findByText('выплачено');
  expect([await owedTo(promoter.id), await owedTo(colleague.id)]).toEqual([0, 2]);
  await pay(/^Выплатить 1.800/);
  await within(await rowOf(colleague.name)).findByText('выплачено');
  expect(await owedTo(colleague.id)).toBe(0);
});

test('a lost network makes it wait, and it goes on by itself', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00, 2_000_00]);
  await other.create(promoter.id);
  await open();
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, 'drop-after');
  await pay(/^Выплатить 2 на /);
  await screen.findByText('Нет связи: продолжим, когда она появится');
  await within(await rowOf(promoter.name)).findByText('выплачено', {}, { timeout: 20_000 });
  expect(await owedTo(promoter.id)).toBe(0);
}, 30_000);

test('a refused payment is told with its reason, and pays nothing', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00]);
  await other.create(promoter.id);
  await open();
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, '422');
  await pay(/^Выплатить 1 на /);
  expect(await within(await rowOf(promoter.name)).findByText('не выплачено')).toBeTruthy();
  expect(screen.getAllByText(/^не выплачено: /).length).toBeGreaterThan(0);
  await waitFor(() => expect(toasts()).toEqual(['error: Ошибка обработки запроса']));
  expect(await owedTo(promoter.id)).toBe(1);
});

test('a payment whose answer proves nothing is neither paid nor unpaid, until it is asked for again', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00]);
  await open();
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, '500-after', 3);
  await pay(/^Выплатить 1 на /);
  const row = await rowOf(promoter.name);
  expect(await within(row).findByText('неизвестно', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getAllByText(/^неизвестно, выплачено ли: /).length).toBeGreaterThan(0);
  await pay(new RegExp(`^Проверить: ${promoter.name}`));
  await within(await rowOf(promoter.name)).findByText('выплачено');
  expect(await owedTo(promoter.id)).toBe(0);
}, 20_000);

test('the search, the state and the panel stand in the address', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00]);
  await open(`?search=${promoter.name}&promoter=${promoter.id}`);
  await panelOf(promoter.name);
  expect(screen.queryByRole('link', { name: colleague.name })).toBeNull();
  await press('Закрыть');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: promoter.name }).closest('tr')),
  );
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('radio', { name: 'Все' }));
  expect(address()).toBe('/promo/moderation?state=all');
  await screen.findByRole('link', { name: server.users.blocked.name });
});

test('j and k lead through the panels, Escape closes', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00]);
  await open();
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

test('who is paid by another moderator meanwhile is said to be, and is not paid again', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00, 2_000_00]);
  await open();
  await openPanel(promoter.name);
  await screen.findByRole('button', { name: /^Выплатить 2 на / });
  await payAllByHand();
  await pay(/^Выплатить 2 на /);
  await within(await rowOf(promoter.name)).findByText('уже выплачено');
  expect(screen.queryByRole('button', { name: `Вернуть: ${promoter.name}` })).toBeNull();
});

test('a payment is taken back also after its report was opened', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00]);
  await open();
  await openPanel(promoter.name);
  await pay(/^Выплатить 1 на /);
  const undo = await undoName(promoter.name);
  const [report] = (await other.list(promoter.id)).body.list;
  await other.post(openReport.path, { report_id: report.id });
  await press(undo);
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(await owedTo(promoter.id)).toBe(1);
});

test('a payment that may not be taken back stays paid, and it is told why', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00]);
  await open();
  await openPanel(promoter.name);
  await pay(/^Выплатить 1 на /);
  const undo = await undoName(promoter.name);
  app.network.fault(takeBackPayment.path, '422');
  await press(undo);
  expect(await within(await rowOf(promoter.name)).findByText('не возвращено')).toBeTruthy();
  expect(screen.getByText(/^не возвращено: /)).toBeTruthy();
  expect(await owedTo(promoter.id)).toBe(0);
});

test('whoever stops leaves those unpaid whose turn has not come', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, () => createUserWithRole(server, 'promoter', 'Пять')),
  );
  for (const { id } of people) await seed(id, [1_000_00]);
  await open('?search=пять');
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
  await open(`?search=${'я'.repeat(120)}&promoter=999999`);
  expect(await screen.findByText('Такого промоутера нет')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toHaveLength(100);
});

test('whoever is not owed anything is found among all', async () => {
  const { blocked } = server.users;
  await open(`?search=${blocked.name}`);
  await screen.findByText('Промоутеры не найдены.');
  await press('Искать среди всех');
  await screen.findByRole('link', { name: blocked.name });
  expect(screen.queryByRole('button', { name: 'Искать среди всех' })).toBeNull();
});

test('who is chosen and hidden by a search is counted; hiding what was paid leads back to the rows', async () => {
  const { promoter, colleague } = server.users;
  await seed(promoter.id, [1_000_00]);
  await seed(colleague.id, [2_000_00]);
  await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: `Выбрать: ${promoter.name}` }));
  await userEvent.type(screen.getByRole('searchbox'), colleague.name);
  expect(await screen.findByText('Выбрано: 1, на этой странице 0')).toBeTruthy();
  await press(/^Выплатить 1 промоутеру: /);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Выплатить/ }));
  await pay(/^Скрыть итог$/);
  expect(document.activeElement).toBe(await rowOf(colleague.name));
});

test('the sheet to be signed names whoever is chosen', async () => {
  const { promoter } = server.users;
  await seed(promoter.id, [1_000_00]);
  await open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  const sheet = screen.getByRole('region', { name: 'Ведомость выплаты промоутерам' });
  expect(text(sheet)).toContain(`1${promoter.name}1300,00`);
  expect(text(sheet)).toMatch(/^Ведомость выплаты промоутерам\d+ .* \d{4}.*, Test moderator№/);
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
    app.open('/promo/moderation', { '/promo/moderation': <PayoutsScreen /> });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/promo/moderation/reports',
      '/promo/moderation/stats',
      '/promo/moderation/add',
    ]);
    await press('Повторить');
    expect(await screen.findByRole('searchbox')).toBeTruthy();
  },
);
