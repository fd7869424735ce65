import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeReport, type Report } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import {
  createReportClient,
  type ReportClient,
  reportRequest,
  sampleReport,
} from '#tests/support/reports.ts';
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

const close = () => other.post(closeReport.path, { report_id: report });

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
const received = (toast: string) => waitFor(() => expect(toasts()[0]).toBe(toast));
const box = async (at: number) => (await paidBoxes())[at] as HTMLInputElement;
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const fact = (term: string) => {
  const totals = screen.getByRole('region', { name: 'Итого по отчету' });
  return within(totals).getByText(term).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ');
};

async function paidOnServer(): Promise<number[]> {
  const { promo_requests }: Report = (await other.read(report)).body;
  return ids.map(id => promo_requests.find(request => request.id === id)?.paid ?? -9);
}

test('a report shows whose it is, its rows and what they come to', async () => {
  await show();
  expect(screen.getByRole('heading', { name: `Отчет №${report}` })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Test promoter' });
  expect(link.getAttribute('href')).toBe(`/promo/moderation/reports?promoter=${server.users.promoter.id}`);
  expect(screen.getAllByText('М', { exact: true })).not.toHaveLength(0);
  expect(['Заявок', 'Сумма заявок', 'Сумма промоутеру', 'Выплачено', 'Осталось'].map(fact)).toEqual([
    ...['3', '6 000,50 руб.', '1 800,15 руб.', '0 руб.', '1 800,15 руб.'],
  ]);
});

test('one row is paid: pending while it is on its way, pressed in vain, then paid', async () => {
  await show();
  const held = app.network.hold('/requestPay');
  await userEvent.click(await box(0));
  await held.arrived;
  expect((await box(0)).getAttribute('aria-busy')).toBe('true');
  expect((await box(0)).getAttribute('aria-disabled')).toBe('true');
  expect((await box(0)).checked).toBe(false);
  const word = document.getElementById((await box(0)).getAttribute('aria-describedby') ?? '');
  expect(word?.textContent).toBe('выплачиваем');
  await userEvent.click(await box(0));
  held.release();
  await waitFor(async () => expect((await box(0)).checked).toBe(true));
  expect(app.network.seen.filter(({ path }) => path.endsWith('/requestPay'))).toHaveLength(1);
  expect(fact('Осталось')).toBe('1 500,15 руб.');
  expect(toasts()).toEqual([]);
});

test('taking a payment back asks, with the sum', async () => {
  await other.pay(ids[0]);
  await show();
  const takeBack = async (answer: string | RegExp) => {
    await userEvent.click(await box(0));
    const dialog = await screen.findByRole('dialog', { name: /^Снять выплату / });
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
  };
  await takeBack('Отмена');
  expect(await paidOnServer()).toEqual([1, 0, 0]);
  await takeBack(/^Снять выплату 300.руб\.$/);
  await waitFor(async () => expect((await box(0)).checked).toBe(false));
  expect(await paidOnServer()).toEqual([0, 0, 0]);
});

test('a newer report does not take a row that is on its way back from its moderator', async () => {
  await show();
  const held = app.network.hold('/requestPay');
  await userEvent.click(await box(0));
  await held.arrived;
  await press('Обновить');
  await waitFor(() =>
    expect(app.network.seen.filter(({ path }) => path.endsWith(`/report/${report}`)).length).toBeGreaterThan(
      1,
    ),
  );
  expect((await box(0)).getAttribute('aria-busy')).toBe('true');
  held.release();
  await waitFor(async () => expect((await box(0)).getAttribute('aria-busy')).toBeNull());
  expect((await box(0)).checked).toBe(true);
});

test('a reading that began before a payment was answered does not take it back', async () => {
  await show();
  const held = app.network.hold(`/report/${report}`);
  await press('Закрыть отчет');
  await held.arrived;
  await userEvent.click(await box(0));
  await waitFor(async () => expect((await box(0)).checked).toBe(true));
  await other.pay(ids[1]);
  held.release();
  const dialog = await screen.findByRole('dialog', { name: `Закрыть отчет №${report}?` });
  expect(dialog.textContent).toContain('Не выплачено: 1 заявка');
  for (const [at, checked] of [true, true, false].entries()) expect((await box(at)).checked).toBe(checked);
});

test.each(['403', '422', '500-before'] as const)(
  'a refused payment (%s) rolls back its row alone',
  async fault => {
    await show();
    await userEvent.click(await box(1));
    await waitFor(async () => expect((await box(1)).checked).toBe(true));
    app.network.fault('/requestPay', fault);
    await userEvent.click(await box(0));
    expect(await screen.findByText(/^Не выплачено: ./)).toBeTruthy();
    await received('error: Ошибка обработки запроса');
    expect((await box(0)).checked).toBe(false);
    expect((await box(1)).checked).toBe(true);
  },
);

test('a lost answer is neither a success nor a failure until the report was read again', async () => {
  await show();
  app.network.fault('/requestPay', 'drop-after');
  await userEvent.click(await box(0));
  expect(
    await screen.findByText('Ответ не пришел, но выплата прошла.', {}, { timeout: 15_000 }),
  ).toBeTruthy();
  expect((await box(0)).checked).toBe(true);
  app.network.fault('/requestPay', 'drop-before');
  await userEvent.click(await box(1));
  expect(await screen.findByText(/на сервере ничего не изменилось/, {}, { timeout: 15_000 })).toBeTruthy();
  expect((await box(1)).checked).toBe(false);
}, 40_000);

test('what another moderator has paid already is told at the row', async () => {
  await show();
  await other.pay(ids[0]);
  await userEvent.click(await box(0));
  expect(await screen.findByText(/^Уже выплачено: Test admin, /)).toBeTruthy();
  expect((await box(0)).checked).toBe(true);
});

test('a payment in a report that somebody has closed changes nothing, and the report is shown as it is', async () => {
  await show();
  await close();
  await userEvent.click(await box(0));
  await received('error: Ошибка обработки запроса');
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(screen.getByText('Не выплачено: Отчет закрыт, сначала откройте его')).toBeTruthy();
  await userEvent.click(await box(1));
  expect((await box(1)).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: /^Выбрать невыплаченные/ })).toBeNull();
  expect(app.network.seen.filter(({ path }) => path.endsWith('/requestPay'))).toHaveLength(1);
  expect(await paidOnServer()).toEqual([0, 0, 0]);
});

test('many are paid one after another: one fails, the others go on, and the failed one is repeated', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  const dialog = screen.getByRole('dialog', { name: 'Выплатить за 3 заявки?' });
  expect(dialog.textContent).toContain('Test promoter');
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('1 800,15 руб.');
  app.network.fault('/requestPay', '422');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Выплатить' }));
  expect(await screen.findByText('Выплачено 2 из 3. Не удалось: 1.')).toBeTruthy();
  expect(toasts()).toEqual(['error: Ошибка обработки запроса']);
  expect((await paidOnServer()).filter(paid => paid === 1)).toHaveLength(2);
  await press('Повторить неудачные (1)');
  expect(await screen.findByText('Выплачено 1 из 1.')).toBeTruthy();
  expect(await paidOnServer()).toEqual([1, 1, 1]);
  expect(screen.getByText('Все выплачено: отчет можно закрыть')).toBeTruthy();
});

test('rows of a run whose answers were lost are looked for by one reading, at its end', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  const readings = () => app.network.seen.filter(({ path }) => path.endsWith(`/report/${report}`)).length;
  const before = readings();
  app.network.fault('/requestPay', '500-after');
  app.network.fault('/requestPay', '500-after');
  await press('Выплатить');
  expect(await screen.findByText('Выплачено 3 из 3.')).toBeTruthy();
  expect(screen.getAllByText('Сервер ответил ошибкой 500, но выплата прошла.')).toHaveLength(2);
  expect(readings()).toBe(before + 1);
  await waitFor(() => expect(toasts()).toEqual(['error: Ошибка обработки запроса']));
});

test('no network in the middle stops the run; the rest is untouched and goes on later', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  const held = app.network.hold('/requestPay');
  await press('Выплатить');
  await held.arrived;
  app.network.off();
  await act(async () => held.release());
  expect(await screen.findByText('Нет связи. Выплачено 1 из 3. Неизвестно: 1.')).toBeTruthy();
  expect(screen.getAllByText('Нет связи: действие сейчас недоступно').length).toBeGreaterThan(0);
  const goOn = screen.getByRole<HTMLButtonElement>('button', { name: 'Продолжить (1)' });
  expect(goOn.disabled).toBe(true);
  app.network.on();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(goOn.disabled).toBe(false), { timeout: 15_000 });
  await press('Продолжить (1)');
  await screen.findByText('Выплачено 1 из 1.');
  expect((await paidOnServer()).filter(paid => paid === 1)).toHaveLength(2);
}, 40_000);

test('a run can be stopped', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  const held = app.network.hold('/requestPay');
  await press('Выплатить');
  await held.arrived;
  await press('Остановить');
  held.release();
  expect(await screen.findByText('Остановлено. Выплачено 1 из 3.')).toBeTruthy();
  expect((await paidOnServer()).filter(paid => paid === 1)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Продолжить (2)' })).toBeTruthy();
});

test('a run that is begun again waits for the row on its way: never two calls at a time, and none twice', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  const held = app.network.hold('/requestPay');
  await press('Выплатить');
  await held.arrived;
  const waits = document.getElementById((await box(2)).getAttribute('aria-describedby') ?? '');
  expect(waits?.textContent).toBe('ждет очереди');
  await press('Остановить');
  await press('Продолжить (3)');
  const sent = () => app.network.seen.filter(({ path }) => path.endsWith('/requestPay')).length;
  expect(sent()).toBe(1);
  held.release();
  expect(await screen.findByText('Выплачено 2 из 2.')).toBeTruthy();
  expect(sent()).toBe(3);
  expect(await paidOnServer()).toEqual([1, 1, 1]);
});

test('a share that is not 30 % is said at its row', async () => {
  const promo_requests = ids.map(id => reportRequest({ id, percent: 250, promo_report_id: report }));
  const answer = { ...sampleReport({ id: report, promo_requests }), user: { name: 'Кто-то' } };
  app.network.answer(`/report/${report}`, () => answerOf(answer));
  await show();
  expect(screen.getAllByText(/30 % было бы 300/)).toHaveLength(3);
  expect(screen.queryByRole('link', { name: 'Кто-то' })).toBeNull();
});

test('after many were paid the focus is on what came of it, then on what is next', async () => {
  await show();
  await press('Выбрать невыплаченные (3)');
  await press('Выплатить выбранные (3)');
  await press('Выплатить');
  await screen.findByText('Выплачено 3 из 3.');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Выплата за выбранные' }));
  await press('Скрыть итог');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Закрыть отчет' }));
});

test('the paper has every row, the totals and the signatures', async () => {
  await show();
  const sheet = screen.getByRole('region', { name: `Ведомость выплаты по отчету №${report}` });
  expect(within(sheet).getAllByRole('row')).toHaveLength(5);
  expect(sheet.textContent).toContain('Получил (Test promoter)');
  expect(sheet.textContent).toContain('Выдал (Test moderator)');
});

test('an answered refusal and an address that names no report lead to 403, lack of network does not', async () => {
  app.network.fault(`/report/${report}`, '403');
  for (const id of [report, 'abc']) {
    openAt(id);
    await waitFor(() => expect(address()).toBe('/403'));
    cleanup();
  }
  app.network.off();
  openAt(999);
  expect((await screen.findByRole('alert')).textContent).toContain('Нет связи');
  expect(address()).toBe('/promo/moderation/report/999');
});

test('closing reads the report first, names what is not paid, and opening needs no question', async () => {
  await show();
  await other.pay(ids[0]);
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog', { name: `Закрыть отчет №${report}?` });
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Не выплачено: 2 заявки на сумму 1 500,15 руб.',
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть, 2 не оплачены' }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  await received(`success: Отчет №${report} закрыт`);
  await press('Открыть отчет');
  await screen.findByRole('button', { name: 'Закрыть отчет' });
  await received(`success: Отчет №${report} открыт`);
});

test('who decides over a report that was changed meanwhile is told, and decides again', async () => {
  await show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await other.pay(ids[1]);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Закрыть, / }));
  expect(await within(dialog).findByText(/тем временем изменили/)).toBeTruthy();
  await received('error: Ошибка закрытия отчета');
  expect(dialog.textContent).toContain('Не выплачено: 2 заявки');
  await userEvent.click(within(dialog).getByRole('button', { name: /^Закрыть, / }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
});

test('who closes what somebody else has closed is told so and sends nothing', async () => {
  await show();
  await close();
  await press('Закрыть отчет');
  expect(await screen.findByText(/Отчет уже закрыли/)).toBeTruthy();
  expect(app.network.seen.filter(({ path }) => path.endsWith('/report/close'))).toHaveLength(0);
});

test('a close whose answer was lost is known after the report was read again', async () => {
  await show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  app.network.fault('/report/close', 'drop-after');
  await userEvent.click(within(dialog).getByRole('button', { name: /^Закрыть, / }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  await received(`success: Отчет №${report} закрыт`);
});

test('a backend that does not say when it closed the report is asked', async () => {
  await show();
  await press('Закрыть отчет');
  const dialog = await screen.findByRole('dialog');
  await close();
  app.network.answer('/report/close', () => answerOf({ status: 'success' }));
  await userEvent.click(within(dialog).getByRole('button', { name: /^Закрыть, / }));
  await screen.findByRole('button', { name: 'Открыть отчет' });
  expect(screen.getAllByText(/^закрыто \d/)).not.toHaveLength(0);
});

test('a failed open says so', async () => {
  await close();
  await show();
  app.network.fault('/report/open', '422');
  await press('Открыть отчет');
  await received('error: Ошибка открытия отчета');
});
