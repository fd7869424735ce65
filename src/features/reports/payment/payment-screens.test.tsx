import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Payment, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { openReport } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { createUserWithRole } from '#tests/support/people.ts';
import { createReportClient, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { ReportScreen } from '../report/report-screen.tsx';
import { ReportsScreen } from '../reports-screen.tsx';
import { PaymentScreen } from './payment-screen.tsx';
import { PaymentsScreen } from './payments-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;
/** Somebody new each time, so that they are owed nothing else. */
let promoterId: number;
let payment: Payment;

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  app = await moderatorScreens(server, server.users.moderator);
  promoterId = (await createUserWithRole(server, 'promoter', 'Вера Ким')).id;
  await seedDone(server, { promoterId, amounts: [100_000, 200_000, 300_050] });
  payment = (await other.post(payPromoter.path, { promoter_id: promoterId, count: 3, share: 1800.15 })).body
    .payment;
});

const PAYMENTS = '/promo/moderation/payments';

function open(path: string): void {
  app.open(path, {
    [PAYMENTS]: <PaymentsScreen />,
    [`${PAYMENTS}/:id`]: <PaymentScreen />,
    '/promo/moderation/report/:id': <ReportScreen />,
    '/promo/moderation/reports': <ReportsScreen />,
  });
}

const openPayment = () => open(`${PAYMENTS}/${payment.id}`);
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
/** What is on the screen alone. */
const main = async () =>
  within((await screen.findByRole('link', { name: 'Вера Ким' })).closest('div') ?? expect.fail());
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const paper = () => screen.getByRole('region', { name: `Ведомость выплаты №${payment.id}`, hidden: true });
const takeBack = /^Вернуть 1.800,15.руб\.$/;
async function askToReturn() {
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
  const dialog = await screen.findByRole('dialog', { name: `Вернуть выплату №${payment.id}?` });
  return { dialog, confirm: () => userEvent.click(within(dialog).getByRole('button', { name: takeBack })) };
}

test('a payment says whom it paid, when, by whom, and every request with its report, and so does its statement', async () => {
  openPayment();
  await screen.findByRole('heading', { name: `Выплата №${payment.id}` });
  const promoter = await screen.findByRole('link', { name: 'Вера Ким' });
  expect(promoter.getAttribute('href')).toBe(`/promo/moderation/reports?promoter=${promoterId}`);
  for (const { fullcode, share } of payment.requests) {
    const row = within(
      within(screen.getByRole('table', { name: 'Заявки выплаты' })).getByRole('row', {
        name: new RegExp(fullcode),
      }),
    );
    expect(row.getByRole('link', { name: `Отчет №${payment.reports[0]?.id}` })).toBeTruthy();
    expect(plain(row.getAllByRole('cell')[2]?.textContent ?? '')).toContain(String(share).replace('.', ','));
    expect(within(paper()).getByText(fullcode)).toBeTruthy();
  }
  expect(plain(paper().textContent)).toContain('Test admin');
  expect(plain(paper().textContent)).toContain('Итого: 36 000,50 руб.1 800,15 руб.');
});

test('taking it back asks with the sum; its report is then told as returned, with the way to the payment', async () => {
  openPayment();
  const { dialog } = await askToReturn();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отмена' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await (await askToReturn()).confirm();
  await (await main()).findByText(/^возвращено .*, Test moderator$/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Печать ведомости' }));
  await userEvent.click(screen.getAllByRole('link', { name: /^Отчет №/ })[0] ?? expect.fail());
  await (await main()).findByText(/^возвращено /);
  const link = screen.getByRole('link', { name: `№${payment.id} (возвращена)` });
  expect(link.getAttribute('href')).toBe(`${PAYMENTS}/${payment.id}`);
  cleanup();
  open('/promo/moderation/reports');
  const row = await screen.findByRole('row', { name: new RegExp(`^${payment.reports[0]?.id} `) });
  expect(within(row).getByText('возвращено')).toBeTruthy();
});

test('after a lost answer it is told what there is now, and a second press has the same key', async () => {
  app.network.fault(takeBackPayment.path, '500-before');
  openPayment();
  const { dialog, confirm } = await askToReturn();
  await confirm();
  await within(dialog).findByText(/ Неизвестно, возвращена ли выплата\./);
  app.network.fault(takeBackPayment.path, 'drop-after');
  await confirm();
  await (await main()).findByText(/^возвращено .*, Test moderator$/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(
    new Set(app.network.seen.filter(({ path }) => path === takeBackPayment.path).map(({ key }) => key)).size,
  ).toBe(1);
});

test('a return whose answer was lost, although it was done, is told as done', async () => {
  app.network.fault(takeBackPayment.path, 'drop-after');
  openPayment();
  await (await askToReturn()).confirm();
  await (await main()).findByText(/^возвращено .*, Test moderator$/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Печать ведомости' }));
  expect(toasts()).toEqual([]);
});

test('what was unpaid in its report since is told', async () => {
  const [first] = payment.requests;
  await other.post(openReport.path, { report_id: payment.reports[0]?.id });
  await other.unpay(first?.id);
  openPayment();
  expect(plain((await (await main()).findByText(/^выплачено .* из /)).textContent)).toBe(
    'выплачено 1 500,15 руб. из 1 800,15 руб.',
  );
});

test.each(['0', 'x', '999999'])('a payment №%s is not there', async id => {
  open(`${PAYMENTS}/${id}`);
  await waitFor(() => expect(address()).toBe('/403'));
});

test('in the list a returned payment is one word, and the whole state its tooltip', async () => {
  await other.post(takeBackPayment.path, { payment_id: payment.id });
  open(PAYMENTS);
  const row = await screen.findByRole('row', { name: new RegExp(`^${payment.id} `) });
  expect(within(row).getByText('возвращено').title).toMatch(/^возвращено \d.+, Test admin$/);
});

test('payments are found by number, sum and promoter; what is asked for stands in the address', async () => {
  open(PAYMENTS);
  const row = () => screen.findByRole('row', { name: new RegExp(`^${payment.id} `) });
  expect(within(await row()).getByText('Test admin')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), `№${payment.id}`);
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
  await row();
  expect(address()).toBe(`${PAYMENTS}?${new URLSearchParams({ search: `№${payment.id}` })}`);
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'никто');
  await screen.findByText('Выплаты не найдены.');
  await userEvent.click(screen.getByRole('button', { name: 'Показать все выплаты' }));
  await userEvent.click(within(await row()).getByRole('link', { name: String(payment.id) }));
  await screen.findByRole('heading', { name: `Выплата №${payment.id}` });
});
