/** [S11] An answer that proves nothing of a new report: it is looked for before anything is told, and before another is made. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReport } from '#contract/reports.ts';
import { ANSWERS } from '#tests/support/answers.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createReportClient, type ReportClient, seedDone } from '#tests/support/reports.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { Toasts } from '#ui/toast.tsx';
import { ReportsScreen } from './reports-screen.tsx';

/** Every answer is met by `src/app/every-answer.exhaustive.test.tsx`. */
const UNPROVEN = ANSWERS.filter(({ name }) => ['500', '200 unreadable', '200 {}'].includes(name));
const CREATE = '/report/create';

let server: TestServer;
let app: ModeratorScreens;
/** Another moderator, who uses the API by hand. */
let other: ReportClient;
let promoterId: number;
/** The promoter's reports, read by a call of the specification's. */
let list: string;

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
  promoterId = server.users.promoter.id;
  list = `/reports/${promoterId}`;
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  app = await moderatorScreens(server, server.users.moderator);
  await other.makeReport();
  await seedDone(server, { promoterId, amounts: [100_000] });
});

async function open(): Promise<void> {
  const view = (
    <>
      <ReportsScreen />
      <Toasts />
    </>
  );
  app.open(`/promo/moderation/reports?promoter=${promoterId}`, { '*': view });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Промоутер' });
  await waitFor(() => expect(field.value).toBe('Test promoter'));
  await screen.findByRole('row', { name: new RegExp(`^${await newest()} `) });
}

/** Presses a button once it can be. */
async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(button);
}

const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const sent = () => app.network.seen.filter(({ path }) => path.endsWith(CREATE));
const newest = async () => (await other.list(promoterId)).body.list[0].id;

describe.each(UNPROVEN)('$name', ({ respond }) => {
  it('of no report: that is said, and another press makes one', async () => {
    await open();
    const before = await newest();
    app.network.answer(CREATE, () => respond(createReport));
    await press('Сформировать');
    expect(await screen.findByText(/Нового отчета в списке нет/)).toBeTruthy();
    await waitFor(() => expect(toasts()).toEqual(['error: Ошибка создания отчета']));
    await press('Сформировать');
    await waitFor(async () => expect(address()).toBe(`/promo/moderation/report/${await newest()}`));
    expect([sent().length, (await newest()) > before]).toEqual([1, true]);
  });
});

it.each(['drop-after', '500-after', 'truncated'] as const)(
  'a report that was made is opened (%s), and an older one is not taken for it',
  async fault => {
    await open();
    app.network.fault(CREATE, fault);
    await press('Сформировать');
    await waitFor(async () => expect(address()).toBe(`/promo/moderation/report/${await newest()}`));
    await waitFor(async () => expect(toasts()).toEqual([`success: Отчет №${await newest()} успешно создан`]));
    expect(sent()).toHaveLength(1);
  },
);

it('where the list cannot be read either, nothing is made before it could be', async () => {
  await open();
  const { body } = await other.list(promoterId);
  app.network.answer(list, () => answerOf(body));
  app.network.fault(list, '500-before', 2);
  app.network.fault(CREATE, '500-after');
  await press('Сформировать');
  expect(await screen.findByText(/неизвестно, создан ли отчет\.$/)).toBeTruthy();
  await press('Сформировать');
  await screen.findByText(/неизвестно, создан ли отчет\.$/);
  expect(toasts().join()).not.toContain('success');
  expect(sent()).toHaveLength(1);
  // The button goes while the second press is being looked into: then it is pressed again.
  await waitFor(async () => {
    const check = screen.queryByRole('button', { name: 'Проверить' });
    if (check) await userEvent.click(check);
    expect(address()).toBe(`/promo/moderation/report/${await newest()}`);
  });
  expect(sent()).toHaveLength(1);
});

it('where the list could not be read before, nothing is claimed, and no second one is made', async () => {
  await open();
  app.network.fault(list, '500-before');
  app.network.fault(CREATE, '500-after');
  await press('Сформировать');
  expect(await screen.findByText(/Неизвестно, создан ли отчет\. Список прочитан заново/)).toBeTruthy();
  expect(toasts().join()).not.toContain('success');
  await press('Сформировать');
  await waitFor(async () => expect(address()).toBe(`/promo/moderation/report/${await newest()}`));
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});
