import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { REFUSALS_MAX } from '#contract/users.ts';
import { answerOf } from '#tests/support/network.ts';
import { Entered, PROMOTER, type RemotePhone, remotePhone } from '#tests/support/screen.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const NOTHING = { count: 0, share: 0 };
const PAGE = { list: [], current_page: 1, last_page: 1, per_page: 50, from: null, to: null };
const pageOf = (total: number, extra: object) => ({
  ...{ ...PAGE, total, prev_page_url: null, next_page_url: null },
  ...extra,
});

const payouts = (promoters: number, owed: { count: number; share: number }) =>
  pageOf(promoters, { totals: { promoters, owed, due: owed, open: NOTHING, closed: NOTHING, paid: 0 } });
const reports = (open: number) =>
  pageOf(open, { totals: { open, closed: 3, unpaid: { ...NOTHING, reports: 0 } } });
const refused = (calls: number, paused: number, more: object = {}) => ({
  ...{ calls, policy_id: null, enforced: true, paused },
  ...more,
});
const accounts = (total: number) => pageOf(total, { roles: [] });

/** By the last part of the path; a number is the status of a failure. */
type Answers = Record<string, object | number>;

const SOME: Answers = {
  payouts: payouts(31, { count: 245, share: 84_300 }),
  reports: reports(20),
  search: accounts(2),
  refusals: refused(12, 3, { policy_id: 4 }),
};
const NONE: Answers = {
  payouts: payouts(0, NOTHING),
  reports: reports(0),
  search: accounts(0),
  refusals: refused(0, 0),
};

/** Shows the dashboard to somebody with these permissions; a call that is not among the answers is unknown. */
async function open(answers: Answers, ...permissions: string[]): Promise<RemotePhone> {
  const can = Object.fromEntries(permissions.map(each => [each, true]));
  const phone = await remotePhone(({ url }) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? '';
    const answer = name === 'getUser' ? { ...PROMOTER, can } : (answers[name] ?? 404);
    return typeof answer === 'number' ? answerOf({}, answer) : answerOf(answer);
  });
  phone.show(
    <Entered>
      <DashboardScreen />
    </Entered>,
  );
  return phone;
}

const region = () => screen.findByRole('region', { name: 'Что ждет' });
const lines = async () =>
  within(await region())
    .getAllByRole('link')
    .map(link => [...[...link.children].map(({ textContent }) => textContent), link.getAttribute('href')])
    .map(line => line.filter(Boolean).join(' | '));
const asked = ({ network }: RemotePhone) =>
  network.seen.map(({ path }) => path.split('/').at(-1)).filter(name => name !== 'getUser');

test('a moderator reads who is owed what and which reports are open, each a way to it, and nothing of accounts', async () => {
  const phone = await open(SOME, 'work_promoter', 'edit_promoters');
  await expect
    .poll(lines)
    .toEqual([
      'К выплате | 31 промоутеру, за 245 заявок, 84\u00a0300\u00a0руб. | /promo/moderation',
      'Открытые отчеты | 20 отчетов | /promo/moderation/reports?state=open',
    ]);
  expect(asked(phone).sort()).toEqual(['payouts', 'reports']);
  expect(screen.queryByRole('link', { name: 'Управление' })).toBeNull();
});

test('who only administrates users is told of accounts alone, and asks for nothing else', async () => {
  const phone = await open(SOME, 'edit_users');
  await expect
    .poll(lines)
    .toEqual([
      'Отказы политик | 12 запросов за сутки | /abac?policy=4',
      'Вход закрыт | 2 пользователям | /users?state=blocked',
      'Вход на паузе | 3 паузы после неверных паролей, до 15 минут, у одного человека бывает несколько | /users',
    ]);
  expect(asked(phone).sort()).toEqual(['refusals', 'search']);
});

test('where nothing waits it says so', async () => {
  await open(NONE, 'edit_promoters', 'edit_users');
  await expect
    .poll(lines)
    .toEqual([
      'К выплате | Никому ничего не должны | /promo/moderation',
      'Открытые отчеты | Открытых отчетов нет | /promo/moderation/reports?state=open',
      'Отказы политик | За сутки никому не отказано | /abac',
      'Вход закрыт | Вход никому не закрыт | /users?state=blocked',
      'Вход на паузе | Никого не задержали неверные пароли | /users',
    ]);
});

test('more refusals than are counted are no number, and policies that only watch refuse nobody', async () => {
  await open({ refusals: refused(REFUSALS_MAX, 0, { enforced: false }) }, 'edit_users');
  await expect
    .poll(async () => (await lines())[0])
    .toContain('не меньше 1000 запросов за сутки, политики пока только наблюдают');
});

test('a part that fails says so alone, keeps what it had, and is tried again alone', async () => {
  const answers: Answers = { ...SOME, payouts: 500 };
  const phone = await open(answers, 'edit_promoters');
  expect(await screen.findByText('Сервер ответил ошибкой 500.')).toBeTruthy();
  await expect.poll(async () => (await lines())[1]).toContain('20 отчетов');
  answers.payouts = payouts(1, { count: 1, share: 90 });
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await expect.poll(async () => (await lines())[0]).toContain('1 промоутеру, за 1 заявку, 90');
  expect(screen.queryByText(/ошибкой/)).toBeNull();
  expect(asked(phone).filter(name => name === 'reports')).toHaveLength(1);
  answers.payouts = 500;
  await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
  expect(
    await screen.findByText('Сервер ответил ошибкой 500. Показано то, что загружено раньше.'),
  ).toBeTruthy();
  expect((await lines())[0]).toContain('1 промоутеру');
});

test('a backend that knows none of these calls leaves the ways', async () => {
  await open({}, 'edit_promoters');
  expect(await screen.findByRole('link', { name: 'Управление' })).toBeTruthy();
  expect(screen.queryByText(/Сервер/)).toBeNull();
});

test('a promoter has the ways, and asks for nothing', async () => {
  const phone = await open(SOME, 'work_promoter');
  expect(await screen.findByRole('link', { name: 'Телефоны' })).toBeTruthy();
  expect(asked(phone)).toEqual([]);
});
