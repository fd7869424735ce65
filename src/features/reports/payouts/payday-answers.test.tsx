/** What the list of payouts makes of answers that are lost, refused, or tell of something else than was agreed to. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findPayments, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { openReport } from '#contract/reports.ts';
import { answerOf } from '#tests/support/network.ts';
import { openPanel, pay, payoutsForAll, press, rowOf, undoName } from '#tests/support/payouts.tsx';
import { toasts } from '#tests/support/screen.tsx';

const app = payoutsForAll();

const address = () => screen.getByRole('status', { name: 'address' }).textContent;

test('a lost network makes it wait, and it goes on by itself', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00, 2_000_00]);
  await app.other.create(promoter.id);
  await app.open();
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, 'drop-after');
  await pay(/^Выплатить 2 на /);
  await screen.findByText('Нет связи: продолжим, когда она появится');
  await within(await rowOf(promoter.name)).findByText('выплачено', {}, { timeout: 20_000 });
  expect(await app.owedTo(promoter.id)).toBe(0);
}, 30_000);

test('a refused payment is told with its reason, and pays nothing', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.other.create(promoter.id);
  await app.open();
  await openPanel(promoter.name);
  app.network.fault(payPromoter.path, '422');
  await pay(/^Выплатить 1 на /);
  expect(await within(await rowOf(promoter.name)).findByText('не выплачено')).toBeTruthy();
  expect(screen.getAllByText(/^не выплачено: /).length).toBeGreaterThan(0);
  await waitFor(() => expect(toasts()).toEqual(['error: Ошибка обработки запроса']));
  expect(await app.owedTo(promoter.id)).toBe(1);
});

test('a payment whose answer proves nothing is neither paid nor unpaid, until that is read', async () => {
  const promoter = await app.openOwed([1_000_00]);
  app.network.fault(payPromoter.path, '500-after', 3);
  await pay(/^Выплатить 1 на /);
  const row = await rowOf(promoter.name);
  expect(await within(row).findByText('неизвестно', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getAllByText(/^неизвестно, выплачено ли: /).length).toBeGreaterThan(0);
  await pay(new RegExp(`^Проверить: ${promoter.name}`));
  // Who has paid it is not known: another window may have.
  await within(await rowOf(promoter.name)).findByText('уже выплачено');
  for (const name of [/^Вернуть/, 'Ведомость']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(app.keysOf(payPromoter.path)).toHaveLength(3);
  expect(await app.owedTo(promoter.id)).toBe(0);
}, 20_000);

test('what a reading does not find may arrive yet: it stays unknown, and is paid on request under the same key', async () => {
  const promoter = await app.openOwed([1_000_00]);
  app.network.fault(payPromoter.path, '500-before', 3);
  await pay(/^Выплатить 1 на /);
  await screen.findAllByText(/^неизвестно, выплачено ли: /, {}, { timeout: 10_000 });
  await pay(new RegExp(`^Проверить: ${promoter.name}`));
  expect(await screen.findAllByText('ответа нет; выплата пока не найдена')).not.toEqual([]);
  expect(await app.owedTo(promoter.id)).toBe(1);
  await pay(new RegExp(`^Повторить: ${promoter.name}`));
  await within(await rowOf(promoter.name)).findByText('выплачено');
  expect(new Set(app.keysOf(payPromoter.path)).size).toBe(1);
}, 20_000);

test('an answer that is told again under its key is not taken for what is so now', async () => {
  const promoter = await app.openOwed([1_000_00]);
  const stalled = app.network.stalled(payPromoter.path);
  app.network.fault(payPromoter.path, 'stall-after');
  await pay(/^Выплатить 1 на /);
  await stalled;
  const { body } = await app.other.get(findPayments.path);
  await app.other.post(takeBackPayment.path, { payment_id: body.list[0].id });
  cleanup();
  await app.open();
  await pay(new RegExp(`^Повторить: ${promoter.name}`));
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(screen.queryByRole('button', { name: 'Ведомость' })).toBeNull();
});

test('who stops does not wait for as long as a server asks', async () => {
  const promoter = await app.openOwed([1_000_00]);
  const headers = { 'content-type': 'application/json', 'Retry-After': '3600' };
  app.network.answer(payPromoter.path, () => new Response('{}', { status: 503, headers }));
  await pay(/^Выплатить 1 на /);
  await waitFor(() => expect(screen.getAllByText('выплачиваем')).not.toEqual([]));
  await press('Остановить');
  await within(await rowOf(promoter.name)).findByText('остановлено', {}, { timeout: 3_000 });
});

test.each([
  ['stall-after', 'уже выплачено', 0],
  ['stall-before', 'неизвестно', 1],
] as const)(
  'a page that is left before the answer (%s) reads it when it comes back',
  async (fault, words, owed) => {
    const promoter = await app.openOwed([1_000_00]);
    const stalled = app.network.stalled(payPromoter.path);
    app.network.fault(payPromoter.path, fault);
    await pay(/^Выплатить 1 на /);
    await stalled;
    const kept = sessionStorage.getItem('application.payments-sent');
    expect(kept).not.toContain(promoter.name);
    const key = kept?.match(/"key":"([^"]+)"/)?.[1];
    cleanup();
    await app.open('?state=all');
    await within(await rowOf(promoter.name)).findByText(words);
    expect(await app.owedTo(promoter.id)).toBe(owed);
    if (owed === 0) return;
    expect(sessionStorage.getItem('application.payments-sent')).toContain(key);
    await pay(new RegExp(`^Повторить: ${promoter.name}`));
    await within(await rowOf(promoter.name)).findByText('выплачено');
    expect(sessionStorage.getItem('application.payments-sent')).toBe('[]');
    expect(app.keysOf(payPromoter.path)).toEqual([key]);
  },
  20_000,
);

test('a payment of which it is not known whether it was taken back is on no sheet to be signed', async () => {
  const promoter = await app.openOwed([1_000_00]);
  await pay(/^Выплатить 1 на /);
  const undo = await undoName(promoter.name);
  expect(await screen.findByRole('button', { name: 'Ведомость' })).toBeTruthy();
  app.network.fault(takeBackPayment.path, '500-after', 3);
  await press(undo);
  await screen.findAllByText(/^неизвестно, возвращено ли: /, {}, { timeout: 10_000 });
  expect(screen.queryByRole('button', { name: 'Ведомость' })).toBeNull();
  await pay(new RegExp(`^Проверить: ${promoter.name}`));
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(app.keysOf(takeBackPayment.path)).toHaveLength(3);
}, 20_000);

test.each([
  [404, /^Сервер этого не нашел\. Этот сервер не выплачивает/],
  [403, /^Нет прав\. Правила доступа не разрешают выплату/],
])(
  'where paying at once is answered %i, the ways through reports stand in the panel',
  async (status, words) => {
    const { promoter } = app.server.users;
    await app.seed(promoter.id, [1_000_00]);
    await app.other.create(promoter.id);
    await app.seed(promoter.id, [2_000_00]);
    await app.open();
    app.network.answer(`/${promoter.id}/requests`, () => answerOf({ message: 'no' }, status));
    const panel = await openPanel(promoter.name);
    expect(await within(panel).findByText(words)).toBeTruthy();
    const [report] = (await app.other.list(promoter.id)).body.list;
    expect(within(panel).getByRole('link', { name: 'Открыть отчет' }).getAttribute('href')).toBe(
      `/promo/moderation/report/${report.id}`,
    );
    await press('Сформировать');
    await waitFor(() => expect(address()).toMatch(/^\/promo\/moderation\/report\/\d+$/));
  },
);

test('what another moderator has paid meanwhile is said to be paid, and is not paid again', async () => {
  const promoter = await app.openOwed([1_000_00, 2_000_00]);
  await screen.findByRole('button', { name: /^Выплатить 2 на / });
  await app.seed(promoter.id, [500_00]);
  const agreed = { promoter_id: promoter.id, count: 3, share: 1050 };
  const { body } = await app.other.post(payPromoter.path, agreed);
  await pay(/^Выплатить 2 на /);
  const row = await rowOf(promoter.name);
  await within(row).findByText('уже выплачено');
  const link = within(row).getByRole('link', { name: `№${body.id}` });
  expect(link.getAttribute('href')).toBe(`/promo/moderation/payments/${body.id}`);
  expect(screen.queryByRole('button', { name: `Вернуть: ${promoter.name}` })).toBeNull();
});

test('what is owed no more without a payment is not said to be paid, and its requests are named', async () => {
  const promoter = await app.openOwed([1_000_00, 2_000_00]);
  await screen.findByRole('button', { name: /^Выплатить 2 на / });
  await app.payAllByHand();
  await pay(/^Выплатить 2 на /);
  await within(await rowOf(promoter.name)).findByText('нечего выплачивать');
  expect(await screen.findAllByText(/^М-\d+: больше не к выплате, было /)).toHaveLength(2);
  expect(screen.queryByText(/уже выплачено/)).toBeNull();
});

test('a payment is taken back also after its report was opened', async () => {
  const promoter = await app.openOwed([1_000_00]);
  await pay(/^Выплатить 1 на /);
  const undo = await undoName(promoter.name);
  const [report] = (await app.other.list(promoter.id)).body.list;
  await app.other.post(openReport.path, { report_id: report.id });
  await press(undo);
  await within(await rowOf(promoter.name)).findByText('возвращено');
  expect(await app.owedTo(promoter.id)).toBe(1);
});

test('a payment that may not be taken back stays paid, and it is told why', async () => {
  const promoter = await app.openOwed([1_000_00]);
  await pay(/^Выплатить 1 на /);
  const undo = await undoName(promoter.name);
  app.network.fault(takeBackPayment.path, '422');
  await press(undo);
  expect(await within(await rowOf(promoter.name)).findByText('не возвращено')).toBeTruthy();
  expect(screen.getByText(/^не возвращено: /)).toBeTruthy();
  expect(await app.owedTo(promoter.id)).toBe(0);
});
