import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeReport, findReports } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createReportClient, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { ModerationRequestScreen } from './moderation-request-screen.tsx';
import { ReportsScreen } from './reports-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;
let promoterId: number;

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
  promoterId = server.users.promoter.id;
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  app = await moderatorScreens(server, server.users.moderator);
});

const newReport = async () => (await other.makeReport()).id;
const close = (report_id: number) => other.post(closeReport.path, { report_id });

const open = (search = '') =>
  app.open(`/promo/moderation/reports${search}`, {
    '*': (
      <>
        <ReportsScreen />
        <Toasts />
      </>
    ),
  });
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Промоутер' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const row = (id: number) => screen.findByRole('row', { name: new RegExp(`^${id} `) });
const received = (toast: string) => waitFor(() => expect(toasts()[0]).toBe(toast));

/** A backend that has the specification's calls alone. */
const forgetCall = () => app.network.answer(findReports.path, () => answerOf({ message: 'Not Found' }, 404));

/** Opens the screen with a promoter in its address. */
async function openChosen(): Promise<void> {
  open(`?promoter=${promoterId}`);
  await waitFor(async () => expect((await field()).value).toBe('Test promoter'));
}

async function choose(name = 'Test promoter'): Promise<void> {
  const input = await field();
  await userEvent.click(input);
  await userEvent.click(await screen.findByRole('option', { name }));
}

test.each(['Показать отчеты', 'Сформировать'])(
  'without a promoter «%s» is refused at the field',
  async name => {
    open();
    await field();
    await press(name);
    expect(await screen.findByText('Заполните поле «Промоутер»')).toBeTruthy();
    expect(document.activeElement).toBe(await field());
    expect(app.network.seen.filter(({ path }) => /\/(report|reports)\//.test(path))).toHaveLength(0);
  },
);

test('the chosen promoter comes into the address, and their reports are shown', async () => {
  const [closed, opened] = [await newReport(), await newReport()];
  await close(closed);
  open();
  await choose();
  await press('Показать отчеты');
  expect(address()).toBe(`/promo/moderation/reports?promoter=${promoterId}`);
  const done = within(await row(closed));
  expect(done.getByText('закрыто')).toBeTruthy();
  expect(done.queryByRole('button', { name: /^Удалить/ })).toBeNull();
  const due = within(await row(opened));
  expect(due.getByText('Test promoter')).toBeTruthy();
  const link = due.getByRole('link', { name: `Открыть: Отчет №${opened}` });
  expect(link.getAttribute('href')).toBe(`/promo/moderation/report/${opened}`);
  expect(due.getByRole('button', { name: `Удалить: Отчет №${opened}` })).toBeTruthy();
  expect((await row(opened)).className).toMatch(/primary/);
  expect((await row(closed)).className).not.toMatch(/primary/);
});

test('who has no reports yet is told so', async () => {
  open(`?promoter=${server.users.colleague.id}`);
  expect(await screen.findByText('У промоутера еще нет отчетов')).toBeTruthy();
  await waitFor(async () => expect((await field()).value).toBe('Test colleague'));
});

test('a new report is told and opens', async () => {
  await seedDone(server, { promoterId, amounts: [100_000] });
  await openChosen();
  await press('Сформировать');
  await waitFor(() => expect(address()).toMatch(/\/report\/\d+$/));
  const id = address()?.split('/').at(-1);
  await received(`success: Отчет №${id} успешно создан`);
});

test('what the server says instead of a report is told exactly, and the list is as it says', async () => {
  forgetCall();
  const id = await newReport();
  open(`?promoter=${promoterId}`);
  await row(id);
  await press('Сформировать');
  await received('warning: Отчет Нет выполненных заявок для отчета');
  const reports = [{ id: 987, user: { name: 'Кто-то' }, created_at: '2026-11-20 10:00:00', closed_at: null }];
  const answer = { status: 'danger', title: 'Стоп', message: 'нельзя', reports };
  app.network.answer('/report/create', () => answerOf(answer));
  await press('Сформировать');
  await row(987);
  await received('info: Стоп нельзя');
  expect(screen.queryByRole('row', { name: new RegExp(`^${id} `) })).toBeNull();
});

test('a refused report is told, with the reason', async () => {
  await openChosen();
  app.network.fault('/report/create', '403');
  await press('Сформировать');
  expect(await screen.findByText('Нет прав.')).toBeTruthy();
  await received('error: Ошибка создания отчета');
});

/** Asks to delete a new report, and waits until it is said what stands in it. */
async function askToDelete() {
  const id = await newReport();
  open(`?promoter=${promoterId}`);
  await userEvent.click(within(await row(id)).getByRole('button', { name: /^Удалить/ }));
  const dialog = screen.getByRole('dialog', { name: `Удалить отчет №${id}?` });
  await within(dialog).findByText(/^В отчете \d+ заяв\S+ на сумму \d/);
  return { id, dialog };
}

test('a report is deleted after a question that names it and says what stands in it', async () => {
  const { id, dialog } = await askToDelete();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`^${id} `) })).toBeNull());
  await received(`success: Отчет №${id} успешно удален`);
});

test('a report in which something is paid is not offered to be deleted, and the reason is said', async () => {
  const { id, first } = await other.makeReport([100_000, 200_000]);
  await other.pay(first);
  open(`?promoter=${promoterId}`);
  await userEvent.click(within(await row(id)).getByRole('button', { name: /^Удалить/ }));
  const dialog = within(await screen.findByRole('dialog', { name: `Отчет №${id}: пока нельзя удалить` }));
  expect(dialog.getByText(/^В отчете выплачено: 1 заявка\./)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Удалить' })).toBeNull();
  const link = dialog.getByRole('link', { name: `Открыть: Отчет №${id}` });
  expect(link.getAttribute('href')).toBe(`/promo/moderation/report/${id}`);
  await userEvent.click(dialog.getAllByRole('button', { name: 'Закрыть' })[0] ?? link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what keeps a report is said in the question, and the list is read again', async () => {
  const { id, dialog } = await askToDelete();
  await close(id);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  expect(await within(dialog).findByText(/тем временем изменили/)).toBeTruthy();
  await received('error: Ошибка удаления отчета');
  await waitFor(async () => expect(within(await row(id)).getByText('закрыто')).toBeTruthy());
  const again = within(dialog).getByRole('button', { name: 'Удалить' });
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(again);
  expect(await within(dialog).findByText('Закрытый отчет нельзя удалить')).toBeTruthy();
});

test('a delete whose answer was lost is looked for before anything is said of it', async () => {
  const { id, dialog } = await askToDelete();
  app.network.fault('/report/delete', 'drop-after');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await received(`success: Отчет №${id} успешно удален`);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('row', { name: new RegExp(`^${id} `) })).toBeNull();
});

test('while nobody answers it is not known whether it was deleted; it is asked when the network is back', async () => {
  const { id, dialog } = await askToDelete();
  app.network.fault('/report/delete', 'drop-after');
  app.network.fault(`/report/${id}`, 'drop-before');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  expect(await within(dialog).findByText(/Неизвестно, удален ли отчет/)).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('row', { name: new RegExp(`^${id} `) })).toBeNull();
});

test.each<[string, () => Response]>([
  ['a sentence', () => new Response('Please log in', { headers: { 'content-type': 'text/html' } })],
  ['{}', () => answerOf({})],
])('%s deletes no report: it is unknown until the report can be read', async (_, said) => {
  const { id, dialog } = await askToDelete();
  app.network.answer('/report/delete', said);
  app.network.fault(`/report/${id}`, '500-before');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  expect(await within(dialog).findByText(/Неизвестно, удален ли отчет/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Проверить' }));
  expect(await within(dialog).findByText(/отчет на сервере не изменился/)).toBeTruthy();
  expect(toasts().join()).not.toContain('успешно удален');
});

test('without a network nothing can be made or deleted, and the screen says why', async () => {
  const id = await newReport();
  open(`?promoter=${promoterId}`);
  await row(id);
  app.network.off();
  await press('Обновить');
  expect(await screen.findByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Сформировать' }).disabled).toBe(true);
  const remove = within(await row(id)).getByRole<HTMLButtonElement>('button', { name: /^Удалить/ });
  expect(remove.disabled).toBe(true);
});

test('a request as a moderator sees it leads back to its report', async () => {
  const { id, first: request } = await other.makeReport([123_450]);
  const path = '/promo/moderation/request/:id';
  app.open(`/promo/moderation/request/${request}`, { [path]: <ModerationRequestScreen /> });
  const back = await screen.findByRole('link', { name: `Отчет №${id}` });
  expect(back.getAttribute('href')).toBe(`/promo/moderation/report/${id}`);
  expect(screen.getByText('Мастерские')).toBeTruthy();
  expect(screen.getByText(/370,35 руб\./, { selector: 'summary *' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Поделиться' })).toBeNull();
});

test('the way back is there before the request is, and a stranger is sent to 403', async () => {
  const path = '/promo/moderation/request/:id';
  app.network.fault('/request/5', 'stall-before');
  app.open('/promo/moderation/request/5?report=77', { [path]: <ModerationRequestScreen /> });
  expect(await screen.findByRole('link', { name: 'Отчет №77' })).toBeTruthy();
  cleanup();
  app.open('/promo/moderation/request/999999', { [path]: <ModerationRequestScreen /> });
  await waitFor(() => expect(address()).toBe('/403'));
});
