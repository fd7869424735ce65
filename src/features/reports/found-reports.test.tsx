import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeReport, deleteReport, findReports } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { createReportClient, type ReportClient, seedReport } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { ReportsScreen } from './reports-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;
/** A closed one of Test promoter, an open one of theirs with 1 000 rubles, and a colleague's. */
let [closed, opened, colleagues] = [0, 0, 0];

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
  closed = await seedReport(server, { closed_at: new Date(server.clock()) });
  opened = (await other.makeReport([100_000])).id;
  colleagues = await seedReport(server, { promoter_id: server.users.colleague.id });
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  app = await moderatorScreens(server, server.users.moderator);
});

const open = (search = '') =>
  app.open(`/promo/moderation/reports${search}`, {
    '*': (
      <>
        <ReportsScreen />
        <Toasts />
      </>
    ),
  });
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const row = (id: number) => screen.findByRole('row', { name: new RegExp(`^${id} `) });
const numbers = () =>
  screen.queryAllByRole('rowheader').flatMap(({ textContent }) => Number(textContent) || []);
const shows = (...ids: number[]) => waitFor(() => expect(numbers()).toEqual(ids));

test('without a promoter the reports of all are there, newest first, with what is unpaid in each', async () => {
  open();
  await row(opened);
  await shows(colleagues, opened, closed);
  expect(screen.getByRole('table', { name: 'Отчеты всех промоутеров' })).toBeTruthy();
  expect(within(await row(opened)).getByText(/^300\sруб\.$/)).toBeTruthy();
  expect(screen.getByText(/^Не выплачено: 1 заявка на 300\sруб\.$/)).toBeTruthy();
  expect((await row(colleagues)).className).toMatch(/primary/);
  expect((await row(closed)).className).not.toMatch(/primary/);
});

test('filter, search and order stand in the address, and what they find can be sent as a link', async () => {
  open();
  await row(opened);
  await userEvent.click(screen.getByRole('radio', { name: /^Открытые/ }));
  await shows(colleagues, opened);
  await userEvent.click(screen.getByRole('button', { name: 'На сумму' }));
  await shows(opened, colleagues);
  await userEvent.type(screen.getByRole('searchbox'), `№${opened}`);
  await shows(opened);
  expect(new URLSearchParams(address()?.split('?')[1]).toString()).toBe(
    new URLSearchParams({ search: `№${opened}`, state: 'open', sort: '-unpaid' }).toString(),
  );
});

test('what the address says wrongly is as if it said nothing', async () => {
  open('?promoter=x&state=gone&sort=-sum&page=-1');
  await shows(colleagues, opened, closed);
});

test('a view that was saved by a name leads back to its filter, and does not keep who was looked for', async () => {
  open(`?state=open&search=test&promoter=${server.users.colleague.id}`);
  await shows(colleagues);
  const view = () => userEvent.click(screen.getByRole('button', { name: 'Вид' }));
  await view();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить вид…' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Название вида' }), 'К оплате{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Сохранить вид…' }));
  expect(JSON.stringify({ ...localStorage })).toContain('state=open');
  expect(JSON.stringify({ ...localStorage })).not.toContain('search=test');
  cleanup();
  open();
  await shows(colleagues, opened, closed);
  await view();
  await userEvent.click(screen.getByRole('button', { name: 'Открыть вид: К оплате' }));
  await waitFor(() => expect(address()).toBe('/promo/moderation/reports?state=open'));
  await shows(colleagues, opened);
  await userEvent.click(screen.getByRole('button', { name: 'Удалить вид: К оплате' }));
  expect(screen.queryByRole('button', { name: 'Открыть вид: К оплате' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Сохранить вид…' }));
});

test('a promoter in the address leaves theirs; emptying the field shows everybody’s again', async () => {
  open(`?promoter=${server.users.colleague.id}&state=open`);
  await shows(colleagues);
  await screen.findByRole('table', { name: 'Отчеты: Test colleague' });
  await userEvent.clear(screen.getByRole('combobox', { name: 'Промоутер' }));
  await waitFor(() => expect(address()).toBe('/promo/moderation/reports?state=open'));
  await shows(colleagues, opened);
});

test('who is nobody is told so', async () => {
  open('?promoter=987654321');
  expect(await screen.findByText('Такого промоутера нет')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});

test.each(['404', '403'] as const)(
  'a backend that answers %s leaves the specification’s way alone',
  async status => {
    app.network.fault(findReports.path, status, 9);
    open(`?promoter=${server.users.colleague.id}`);
    await row(colleagues);
    expect(screen.queryByRole('columnheader', { name: 'На сумму' })).toBeNull();
    cleanup();
    open();
    await screen.findByRole('button', { name: 'Показать отчеты' });
    await waitFor(() => expect(screen.queryByText('Загрузка…')).toBeNull());
    expect([screen.queryByRole('table'), address()]).toEqual([null, '/promo/moderation/reports']);
  },
);

test('a report that somebody else closed or deleted meanwhile is not claimed', async () => {
  const { id } = await other.makeReport();
  open();
  await userEvent.click(within(await row(id)).getByRole('button', { name: /^Удалить/ }));
  const dialog = screen.getByRole('dialog', { name: `Удалить отчет №${id}?` });
  await within(dialog).findByText(/^В отчете \d+ заяв\S+ на сумму \d/);
  expect(within(dialog).getByText('Промоутер: Test promoter')).toBeTruthy();
  await other.post(closeReport.path, { report_id: id });
  const confirm = () => userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await confirm();
  expect(await within(dialog).findByText(/тем временем изменили/)).toBeTruthy();
  await other.post('/api/promo/moderation/report/open', { report_id: id });
  await other.post(deleteReport.path, { report_id: id });
  await confirm();
  await waitFor(() => expect(toasts()[0]).toBe(`info: Отчет №${id} Отчета уже нет: его удалили раньше.`));
  await shows(colleagues, opened, closed);
});
