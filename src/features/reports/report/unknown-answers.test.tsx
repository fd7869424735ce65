/** [S11] What proves nothing of a payment or of a report's state is shown as neither done nor refused. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createReportClient, type ReportClient } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { ReportScreen } from './report-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;
let report: number;
/** Its three requests, in the order of its rows. */
let ids: number[];

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: report, requestIds: ids } = await other.makeReport([100_000, 200_000, 300_050]));
  app = await moderatorScreens(server, server.users.moderator);
});

function openAt(id: number | string): void {
  const view = (
    <>
      <ReportScreen />
      <Toasts />
    </>
  );
  app.open(`/promo/moderation/report/${id}`, { '/promo/moderation/report/:id': view });
}

/** Opens the report and waits for its rows. */
async function show(): Promise<void> {
  openAt(report);
  await paidBoxes();
}

/** The flags «Выплачено» of the rows. */
const paidBoxes = () => screen.findAllByRole('checkbox', { name: /^Выплачено: / });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const box = async (at: number) => (await paidBoxes())[at] as HTMLInputElement;

async function paidOnServer(): Promise<number[]> {
  const { promo_requests }: Report = (await other.read(report)).body;
  return ids.map(id => promo_requests.find(request => request.id === id)?.paid ?? -9);
}

/** What a hotel's network answers before the sign-in there. */
const SENTENCE = () =>
  new Response('Please log in to the hotel network', { headers: { 'content-type': 'text/html' } });

test.each<[string, () => Response]>([
  ['a sentence', SENTENCE],
  ['{}', () => answerOf({})],
  ['a contradiction', () => answerOf({ status: 'success', paid: 0 })],
])('%s is no payment: the row is unknown until the report can be read', async (_, said) => {
  await show();
  app.network.answer('/requestPay', said);
  app.network.fault(`/report/${report}`, '500-before', 2);
  await userEvent.click(await box(0));
  await screen.findByText(/прошло ли это, неизвестно/);
  const word = document.getElementById((await box(0)).getAttribute('aria-describedby') ?? '');
  expect(word?.textContent).toBe('неизвестно');
  expect([(await box(0)).indeterminate, (await box(0)).checked]).toEqual([true, false]);
  await userEvent.click(await box(0));
  expect(app.network.seen.filter(({ path }) => path.endsWith('/requestPay'))).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Выбрать невыплаченные (2)' })).toBeTruthy();
  await press(/^Проверить: /);
  expect(await screen.findByText(/на сервере ничего не изменилось/)).toBeTruthy();
  expect((await box(0)).indeterminate).toBe(false);
  expect(await paidOnServer()).toEqual([0, 0, 0]);
});

test('rows of a run that nothing tells of are counted by themselves, and looked for', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  app.network.fault('/requestPay', '500-after');
  app.network.fault('/requestPay', '500-before');
  app.network.fault(`/report/${report}`, '500-before', 2);
  await press('Выплатить');
  expect(await screen.findByText('Выплачено 1 из 3. Неизвестно: 2.')).toBeTruthy();
  await press('Проверить (2)');
  expect(await screen.findByText('Выплачено 2 из 3. Не удалось: 1.')).toBeTruthy();
});

test('a run goes on over answers that cannot be read while the report shows that its rows are paid', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  app.network.fault('/requestPay', 'truncated', 3);
  await press('Выплатить');
  expect(await screen.findByText('Выплачено 3 из 3.')).toBeTruthy();
  expect(await paidOnServer()).toEqual([1, 1, 1]);
  expect(toasts()).toEqual([]);
});

test.each<[string, () => Response]>([
  ['a sentence', SENTENCE],
  ['a success without its date', () => answerOf({ status: 'success' })],
])('%s closes no report: it is unknown until the report can be read', async (_, said) => {
  await show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  app.network.answer('/report/close', said);
  app.network.fault(`/report/${report}`, '500-before', 2);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Закрыть, / }));
  expect(await screen.findByText(/Неизвестно, изменился ли отчет/)).toBeTruthy();
  await press('Проверить');
  expect(await screen.findByText(/отчет на сервере не изменился/)).toBeTruthy();
  expect(toasts().join()).not.toContain('success');
});
