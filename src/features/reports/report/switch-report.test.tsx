// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { press, type ReportDesk, reportDesk } from '#tests/support/report-desk.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const told = vi.hoisted(() => vi.fn());
vi.mock('#ui/toast.tsx', () => ({ notify: told }));

let server: TestServer;
let desk: ReportDesk;

beforeAll(async () => {
  server = await createTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  desk = await reportDesk(server);
});
afterEach(() => {
  cleanup();
  told.mockReset();
});

const failureToast = (message: string) =>
  expect(told).toHaveBeenCalledWith({ type: 'error', title: 'Ошибка', message });

test('closing reads the report first, names what is not paid, and opening needs no question', async () => {
  await desk.show();
  await desk.ask('requestPay', { request_id: desk.ids[0] });
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog', { name: `Закрыть отчет №${desk.report}?` });
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Не оплачено: 2 заявки на сумму 1 500,15 руб.',
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(told).toHaveBeenLastCalledWith({
    type: 'success',
    title: `Отчет №${desk.report}`,
    message: 'закрыт',
  });
  await press('Открыть отчет');
  await screen.findByRole('button', { name: 'Закрыть отчет' });
  expect(told).toHaveBeenLastCalledWith({
    type: 'success',
    title: `Отчет №${desk.report}`,
    message: 'открыт',
  });
});

test('who decides over a report that was changed meanwhile is told, and decides again', async () => {
  await desk.show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await desk.ask('requestPay', { request_id: desk.ids[1] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  expect(await within(dialog).findByText(/тем временем изменили/)).toBeTruthy();
  failureToast('закрытия отчета');
  expect(dialog.textContent).toContain('Не оплачено: 2 заявки');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
});

test('who closes what somebody else has closed is told so and sends nothing', async () => {
  await desk.show();
  await desk.ask('close', { report_id: desk.report });
  await press('Закрыть отчет');
  expect(await screen.findByText(/Отчет уже закрыли/)).toBeTruthy();
  expect(desk.network.seen.filter(({ path }) => path.endsWith('/report/close'))).toHaveLength(0);
});

test('a close whose answer was lost is known after the report was read again', async () => {
  await desk.show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  desk.network.fault('/report/close', 'drop-after');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(told).toHaveBeenLastCalledWith({
    type: 'success',
    title: `Отчет №${desk.report}`,
    message: 'закрыт',
  });
});

test('a backend that does not say when it closed the report is asked', async () => {
  await desk.show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await desk.ask('close', { report_id: desk.report });
  const headers = { 'content-type': 'application/json' };
  desk.network.answer('/report/close', () => new Response('{"status":"success"}', { headers }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть отчет' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(screen.getAllByText(/^закрыто \d/)).not.toHaveLength(0);
});

test('a failed open says so', async () => {
  await desk.ask('close', { report_id: desk.report });
  await desk.show();
  desk.network.fault('/report/open', '422');
  await press('Открыть отчет');
  await waitFor(() => failureToast('открытия отчета'));
});
