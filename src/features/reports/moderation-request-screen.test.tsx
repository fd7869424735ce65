import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeReport } from '#contract/reports.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { createReportClient, type ReportClient } from '#tests/support/reports.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { ModerationRequestScreen } from './moderation-request-screen.tsx';
import { ReportScreen } from './report/report-screen.tsx';

let server: TestServer;
let app: ModeratorScreens;
let other: ReportClient;
let report: number;
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

function open(path: string): void {
  app.open(path, {
    '/promo/moderation/request/:id': <ModerationRequestScreen />,
    '/promo/moderation/report/:id': <ReportScreen />,
  });
}

const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const paid = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Выплачено: / });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('a request says whose it is and is paid on its own page; who has paid it is told to whoever comes later', async () => {
  open(`/promo/moderation/request/${ids[0]}`);
  await userEvent.click(await paid());
  await waitFor(async () => expect((await paid()).checked).toBe(true));
  const panel = screen.getByRole('region', { name: 'Выплата' });
  const owner = within(panel).getByRole('link', { name: 'Test promoter' });
  expect(owner.getAttribute('href')).toBe(`/promo/moderation?promoter=${server.users.promoter.id}`);
  await other.pay(ids[1]);
  await press('Следующая заявка отчета');
  expect(await screen.findByText(/, Test admin$/)).toBeTruthy();
});

test('j, k and the buttons lead through the report, in its order; Escape to the report', async () => {
  open(`/promo/moderation/request/${ids[1]}?report=${report}`);
  await screen.findByText('2 из 3');
  await userEvent.keyboard('j');
  await waitFor(() => expect(address()).toBe(`/promo/moderation/request/${ids[2]}?report=${report}`));
  await screen.findByText('3 из 3');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Следующая заявка отчета' }).disabled).toBe(
    true,
  );
  await press('Предыдущая заявка отчета');
  await screen.findByText('2 из 3');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe(`/promo/moderation/report/${report}`));
});

test('in a closed report nothing is paid, on the page of the request neither', async () => {
  await other.post(closeReport.path, { report_id: report });
  open(`/promo/moderation/request/${ids[0]}`);
  await userEvent.click(await paid());
  expect(screen.getByText(/Отчет закрыт/)).toBeTruthy();
  expect(app.network.seen.some(({ path }) => path.endsWith('/requestPay'))).toBe(false);
});

test('whoever comes back from a request finds the report as it was left: what was chosen, in which order', async () => {
  open(`/promo/moderation/report/${report}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Выбрать невыплаченные/ }));
  const [head] = screen.getAllByRole('columnheader', { name: /^Сумма заявки/ }) as [HTMLElement];
  await userEvent.click(within(head).getByRole('button'));
  await userEvent.click(within(head).getByRole('button'));
  const links = () => screen.getAllByRole('link', { name: /^[МЛ]-/ });
  const order = links().map(link => link.textContent);
  await userEvent.click(links()[1] as HTMLElement);
  await screen.findByText(/ из 3$/);
  await userEvent.click(screen.getByRole('link', { name: `Отчет №${report}` }));
  await screen.findByText('Выбрано: 3');
  expect(links().map(link => link.textContent)).toEqual(order);
  await waitFor(() => expect(document.activeElement).toBe(links()[1]));
});
