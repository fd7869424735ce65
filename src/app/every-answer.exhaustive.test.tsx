/** [S11] An answer to what staff change: a screen shows as done only what is proven, or read back. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient, deleteClient } from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { closeReport, createReport, deleteReport, payRequest } from '#contract/reports.ts';
import { blockUser, saveUserRoles } from '#contract/users.ts';
import { Clients } from '#features/credentials/clients/clients.tsx';
import { ReportScreen } from '#features/reports/report/report-screen.tsx';
import { ReportsScreen } from '#features/reports/reports-screen.tsx';
import { UsersScreen } from '#features/users/users-screen.tsx';
import { ANSWERS } from '#tests/support/answers.ts';
import * as calls from '#tests/support/calls.ts';
import { type ModeratorScreens, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { createReportClient, type ReportClient } from '#tests/support/reports.ts';
import { sampleReply } from '#tests/support/sample-reply.ts';
import { toasts } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import type { Elements } from '#ui/elements.ts';
import { Toasts } from '#ui/toast.tsx';

/** One of each kind that a screen can tell apart: what else there is, `tests/sync/answers` asks of every call. */
const MET = ['401', '403', '404', '500', 'none', '200 {}', '201'];

let server: TestServer;
let app: ModeratorScreens;
let other: ReportClient;
let report: number;
let person: { id: number };
let client: { id: number | string };

beforeAll(async () => {
  server = await createTestServer();
  other = await createReportClient(server, server.users.admin);
  person = await createUserWithRole(server, 'promoter', 'Анна');
  const store = { name: 'Склад', redirect: 'https://store.example' };
  client = (await calls.post(server, createClient.path, store, other.session)).body;
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: report } = await other.makeReport());
  app = await moderatorScreens(server, server.users.admin);
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const confirm = async (name: string | RegExp) => {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name }));
};
const paid = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Выплачено: / });
const hasSuccessToast = () => toasts().some(toast => toast.startsWith('success'));

/** What a screen can be asked to do: where, how it is asked, and whether it shows that it was done. */
type Job = {
  name: string;
  call: Endpoint;
  /** The end of the address, where it is not the call's. */
  path?: () => string;
  at: () => string;
  view: Elements;
  /** Everything before the last press. */
  begin: () => Promise<unknown>;
  ask: () => Promise<unknown>;
  isShown: () => boolean;
  /** What the answer of a success repeats of it. */
  repeats?: () => object;
};

const reportAt = () => `/promo/moderation/report/${report}`;
const reportsAt = () => `/promo/moderation/reports?promoter=${server.users.promoter.id}`;
const personAt = () => `/users?user=${person.id}`;

const BOTH_ROLES = ['promoter', 'moderator'].map(name => ({ name, display_name: name }));

const JOBS: readonly Job[] = [
  {
    name: 'a payment',
    call: payRequest,
    at: reportAt,
    view: <ReportScreen />,
    begin: paid,
    ask: async () => userEvent.click(await paid()),
    isShown: () =>
      screen.queryByRole('checkbox', { name: /^Выплачено: /, checked: true }) !== null ||
      screen.queryByText(/выплата прошла/) !== null,
  },
  {
    name: 'the end of a report',
    call: closeReport,
    at: reportAt,
    view: <ReportScreen />,
    async begin() {
      await paid();
      await press('Закрыть отчет');
    },
    ask: () => confirm(/^Закрыть, /),
    isShown: hasSuccessToast,
  },
  {
    name: 'the deletion of a report',
    call: deleteReport,
    at: reportsAt,
    view: <ReportsScreen />,
    begin: async () =>
      userEvent.click(await screen.findByRole('button', { name: `Удалить: Отчет №${report}` })),
    ask: () => confirm('Удалить'),
    isShown: hasSuccessToast,
  },
  {
    name: 'a new report',
    call: createReport,
    at: reportsAt,
    view: <ReportsScreen />,
    begin: () => screen.findByRole('button', { name: `Удалить: Отчет №${report}` }),
    ask: () => press('Сформировать'),
    isShown: hasSuccessToast,
  },
  {
    name: 'a block',
    call: blockUser,
    at: personAt,
    view: <UsersScreen />,
    async begin() {
      await userEvent.click(await screen.findByRole('button', { name: 'Заблокировать' }));
      await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText(/^Причина/), 'Уволен');
    },
    ask: () => confirm('Заблокировать'),
    repeats: () => ({ id: person.id, state: 'blocked' }),
    isShown: () => screen.queryByText('Вход закрыт') !== null,
  },
  {
    name: 'other roles',
    call: saveUserRoles,
    at: personAt,
    view: <UsersScreen />,
    begin: async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Модератор' })),
    ask: () => press('Сохранить роли'),
    repeats: () => ({ id: person.id, roles: BOTH_ROLES }),
    isShown: () => screen.queryByText('Роли сохранены') !== null,
  },
  {
    name: 'a new client',
    call: createClient,
    at: () => '/credentials',
    view: <Clients />,
    async begin() {
      await userEvent.click(await screen.findByRole('button', { name: 'Создать клиента' }));
      await userEvent.type(screen.getByRole('textbox', { name: /^Название/ }), 'Касса');
      await userEvent.type(screen.getByRole('textbox', { name: /^Адреса/ }), 'https://till.example');
    },
    ask: () => press('Создать'),
    repeats: () => ({ name: 'Касса', redirect: 'https://till.example' }),
    isShown: () => screen.queryByRole('button', { name: 'Я скопировал секрет' }) !== null,
  },
  {
    name: 'the deletion of a client',
    call: deleteClient,
    path: () => `/oauth/clients/${client.id}`,
    at: () => '/credentials',
    view: <Clients />,
    async begin() {
      await userEvent.click(await screen.findByRole('button', { name: 'Удалить: Склад' }));
      await userEvent.type(screen.getByRole('textbox'), 'удалить');
    },
    ask: () => confirm('Удалить'),
    isShown: hasSuccessToast,
  },
];

/** What is wrong is told, in place or in passing. */
const isAnything = () =>
  toasts().length > 0 || screen.queryAllByRole('alert').some(({ textContent }) => textContent !== '');

const CASES = JOBS.flatMap(job =>
  ANSWERS.filter(({ name }) => MET.includes(name)).map(answer => ({ job, answer })),
).map(({ job, answer }) => [job.name, answer.name, job, answer] as const);

it.each(CASES)('%s, answered with %s', async (_, __, job, answer) => {
  const view = (
    <>
      {job.view}
      <Toasts />
    </>
  );
  app.open(job.at(), { '/promo/moderation/report/:id': view, '/*': view });
  await job.begin();
  // A renewed token meets the same.
  const isDone = answer.seen(job.call) === 'done';
  const respond = () =>
    isDone && job.repeats
      ? answerOf(Object.assign({}, sampleReply(job.call), job.repeats()), 201)
      : answer.respond(job.call);
  for (const _ of answer.name === '401' ? [1, 2] : [1])
    app.network.answer(job.path?.() ?? job.call.path, respond);
  await job.ask();
  await waitFor(() => expect(isDone ? job.isShown() : isAnything()).toBe(true));
  expect(job.isShown()).toBe(isDone);
});
