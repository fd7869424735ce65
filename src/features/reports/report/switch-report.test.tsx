// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { plantDone } from '#tests/support/done-requests.ts';
import { type Desk, moderatorDesk } from '#tests/support/moderator.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { ReportScreen } from './report-screen.tsx';

const told = vi.hoisted(() => vi.fn());
vi.mock('#ui/toast.tsx', () => ({ notify: told }));

let server: TestServer;
let desk: Desk;
/** Another moderator, who uses the API by hand. */
let other: Record<string, string>;
let report: number;
let ids: number[];

beforeAll(async () => {
  server = await createTestServer();
  other = await server.signIn(server.users.admin);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  const promoterId = server.users.promoter.id;
  ids = await plantDone(server, { promoterId, amounts: [100_000, 200_000, 300_050] });
  report = (await ask('create', { promoter_id: promoterId })).id;
  desk = await moderatorDesk(server, server.users.moderator);
  setWidth(1280);
});
afterEach(() => {
  cleanup();
  told.mockReset();
});

async function ask(what: string, body: object) {
  const headers = { ...other, 'content-type': 'application/json' };
  const path = `/api/promo/moderation/report/${what}`;
  return (await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function open(): Promise<void> {
  desk.open(`/promo/moderation/report/${report}`, { '/promo/moderation/report/:id': <ReportScreen /> });
  await boxes();
}

const boxes = () => screen.findAllByRole('checkbox', { name: /^Оплачено: / });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const failureToast = (message: string) =>
  expect(told).toHaveBeenCalledWith({ type: 'error', title: 'Ошибка', message });

test('closing reads the report first, names what is not paid, and opening needs no question', async () => {
  await open();
  await ask('requestPay', { request_id: ids[0] });
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog', { name: `Закрыть отчет №${report}?` });
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Не оплачено: 2 заявки на сумму 1 500,15 руб.',
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(told).toHaveBeenLastCalledWith({ type: 'success', title: `Отчет №${report}`, message: 'закрыт' });
  await press('Открыть отчет');
  await screen.findByRole('button', { name: 'Закрыть отчет' });
  expect(told).toHaveBeenLastCalledWith({ type: 'success', title: `Отчет №${report}`, message: 'открыт' });
});

test('who decides over a report that was changed meanwhile is told, and decides again', async () => {
  await open();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await ask('requestPay', { request_id: ids[1] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  expect(await within(dialog).findByText(/тем временем изменили/)).toBeTruthy();
  failureToast('закрытия отчета');
  expect(dialog.textContent).toContain('Не оплачено: 2 заявки');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
});

test('who closes what somebody else has closed is told so and sends nothing', async () => {
  await open();
  await ask('close', { report_id: report });
  await press('Закрыть отчет');
  expect(await screen.findByText(/Отчет уже закрыли/)).toBeTruthy();
  expect(desk.network.seen.filter(({ path }) => path.endsWith('/report/close'))).toHaveLength(0);
});

test('a close whose answer was lost is known after the report was read again', async () => {
  await open();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  desk.network.fault('/report/close', 'drop-after');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(told).toHaveBeenLastCalledWith({ type: 'success', title: `Отчет №${report}`, message: 'закрыт' });
});

test('a backend that does not say when it closed the report is asked', async () => {
  await open();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await ask('close', { report_id: report });
  const headers = { 'content-type': 'application/json' };
  desk.network.answer('/report/close', () => new Response('{"status":"success"}', { headers }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(screen.getAllByText(/^закрыто \d/)).not.toHaveLength(0);
});

test('a failed open says so', async () => {
  await ask('close', { report_id: report });
  await open();
  desk.network.fault('/report/open', '422');
  await press('Открыть отчет');
  await waitFor(() => failureToast('открытия отчета'));
});
