import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { listPromoters } from '#contract/moderation.ts';
import { type SearchAnswer, search } from '#contract/search.ts';
import { obtainToken } from '#contract/session.ts';
import { deferred } from '#kit/deferred.ts';
import { memoryServer, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { SearchDialog } from './search-dialog.tsx';

const VERA = { id: 1, name: 'Вера', email: '', role: { name: '', display_name: '' } };
const CAN = { work_promoter: true, edit_promoters: true };
const NOTHING: SearchAnswer = {
  promoters: [],
  requests: [],
  reports: [],
  payments: [],
  users: [],
  documents: [],
};
const REQUEST = {
  ...{ id: 8, fullcode: 'Л-000012', name: 'Анна' },
  ...{ client: 'Петров Иван', phone: '9161234567', state: 'Выполнена' },
  ...{ date: '2026-11-20T12:12:39.000000Z', address: 'Лесная 5' },
};

type Answers = (query: string) => unknown;

/** The dialog over a server that answers a search so; `promoters` are the specification's list. */
async function open(answers: Answers, promoters: readonly object[] = []) {
  const server = memoryServer((path, request) => {
    if (path === search.path) return answers(new URL(request.url).searchParams.get('query') ?? '');
    if (path === obtainToken.path) return { access_token: 'new', refresh_token: 'new', expires_in: 60 };
    return path === listPromoters.path ? { list: promoters } : undefined;
  });
  const app = await moderatorScreens(server, VERA);
  const onClose = vi.fn();
  app.open('/start', { '/start': <SearchDialog can={CAN} onClose={onClose} /> });
  const field = await screen.findByRole('combobox', { name: 'Поиск' });
  return { app, onClose, field };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const activeOption = () => screen.getByRole('option', { selected: true });
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const asked = (app: { network: { seen: { path: string }[] } }) =>
  app.network.seen.filter(({ path }) => path.startsWith(search.path)).length;

test('before a letter is typed it offers every screen that one may enter', async () => {
  await open(() => NOTHING);
  expect(options()).toEqual(
    expect.arrayContaining(['Управление', 'Отчеты', 'Статистика', 'Склад', 'Заявки']),
  );
  expect(options()).not.toContain('Пользователи');
});

test('what the server finds comes first, is told apart, and Enter goes to the one that the arrows have reached', async () => {
  const { field, onClose } = await open(() => ({
    ...NOTHING,
    promoters: [{ id: 7, name: 'Анна Отчет' }],
    reports: [{ id: 54, name: 'Борис' }],
  }));
  await userEvent.type(field, 'отчет');
  await waitFor(() => expect(options()).toEqual(['Анна Отчет', 'Отчет №54Борис', 'Отчеты']));
  expect(screen.getByRole('group', { name: 'Промоутеры' })).toBeTruthy();
  expect(activeOption().textContent).toBe('Анна Отчет');
  expect(field.getAttribute('aria-activedescendant')).toBe(activeOption().id);
  await userEvent.keyboard('{ArrowDown}');
  expect(activeOption().textContent).toBe('Отчет №54Борис');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(activeOption().textContent).toBe('Отчеты');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(address()).toBe('/promo/moderation/report/54');
});

test.each<[string, Partial<SearchAnswer>, string]>([
  ['a promoter', { promoters: [{ id: 7, name: 'Анна' }] }, '/promo/moderation?promoter=7'],
  ['a request', { requests: [REQUEST] }, '/promo/moderation/request/8'],
  ['a payment', { payments: [{ id: 52, name: 'Анна', share: 9876.2 }] }, '/promo/moderation/payments/52'],
  [
    'a user',
    { users: [{ id: 9, name: 'Анна', email: 'anna@example.com' }] },
    '/users?search=anna%40example.com',
  ],
  [
    'a document',
    { documents: [{ id: 5, kind: 'loss', transfer_code: 'СП-000005' }] },
    '/warehouse/loss/edit/5',
  ],
])('a press on %s goes to where it stands', async (_, found, to) => {
  const { field } = await open(() => ({ ...NOTHING, ...found }));
  await userEvent.type(field, 'щщ');
  await userEvent.click(await screen.findByRole('option'));
  expect(address()).toBe(to);
});

test('a request shows its code and client, its day and address, its state, the phone and whose it is', async () => {
  const { field } = await open(() => ({ ...NOTHING, requests: [REQUEST] }));
  await userEvent.type(field, '4567');
  const option = await screen.findByRole('option');
  expect([...option.children].map(({ textContent }) => textContent?.replaceAll('\u2011', '-'))).toEqual([
    'Л-000012 Петров Иван',
    '20 ноября 2026, Лесная 5, Выполнена, +7 (916) 123-45-67, промоутер Анна',
  ]);
});

test.each([
  [5, 'Заявки', 'Найдено 5 строк'],
  [6, 'Заявки: показаны первые 5, уточните запрос', 'Показано 5 строк, найдено больше'],
])('of %d requests that are found five are shown under «%s»', async (count, title, status) => {
  const requests = Array.from({ length: count }, (_, at) => ({ ...REQUEST, id: at + 1 }));
  const { field } = await open(() => ({ ...NOTHING, requests }));
  await userEvent.type(field, 'щщ');
  await screen.findByText(status);
  expect(screen.getByRole('group', { name: title })).toBeTruthy();
  expect(options()).toHaveLength(5);
});

test('asks once the typing pauses, from the second letter or the first digit; a late answer for other words is dropped', async () => {
  const slow = deferred();
  const { app, field } = await open(async query => {
    if (query === 'анн') await slow.promise;
    return { ...NOTHING, promoters: [{ id: query.length, name: `Нашлась по ${query}` }] };
  });
  await userEvent.type(field, 'а');
  await screen.findByText('Ничего не найдено.');
  expect(asked(app)).toBe(0);
  await userEvent.type(field, 'нн');
  await waitFor(() => expect(asked(app)).toBe(1));
  await userEvent.type(field, 'а');
  await screen.findByRole('option', { name: 'Нашлась по анна' });
  slow.resolve();
  await slow.promise;
  expect(options()).toEqual(['Нашлась по анна']);
  await userEvent.clear(field);
  await userEvent.type(field, '5');
  await screen.findByRole('option', { name: 'Нашлась по 5' });
});

test('a backend without this call is asked once; screens are searched, and the promoters of its list', async () => {
  const promoters = [
    { id: 7, name: 'Анна Ёлкина' },
    { id: 8, name: 'Борис' },
  ];
  const { app, field } = await open(() => answerOf({ message: 'Not found.' }, 404), promoters);
  await userEvent.type(field, 'елк');
  await screen.findByRole('option', { name: 'Анна Ёлкина' });
  await userEvent.clear(field);
  await userEvent.type(field, 'стат');
  await waitFor(() => expect(options()).toEqual(['Статистика']));
  expect(asked(app)).toBe(1);
});

test('without a network, and where the server fails, that is said in one line and screens are searched', async () => {
  const first = await open(() => answerOf({}, 500));
  await userEvent.type(first.field, 'стат');
  await screen.findByText('Сервер ответил ошибкой 500. Показаны только разделы.');
  expect(options()).toEqual(['Статистика']);
  cleanup();
  const { app, field } = await open(() => NOTHING);
  app.network.off();
  await userEvent.type(field, 'стат');
  await screen.findByText('Нет связи. Показаны только разделы.');
  expect(options()).toEqual(['Статистика']);
});

test('where the session is over, signing in is offered beside the screens', async () => {
  const { app, field } = await open(() => answerOf({ message: 'Unauthenticated.' }, 401));
  await userEvent.type(field, 'стат');
  const signIn = await screen.findByRole('link', { name: 'Войти' });
  expect(signIn.getAttribute('href')).toBe('/login?redirect=%2Fstart');
  expect(options()).toEqual(['Статистика']);
  expect(asked(app)).toBeGreaterThan(0);
});

test('where nothing is found that is said', async () => {
  const { field } = await open(() => NOTHING);
  await userEvent.type(field, 'нетакого');
  await screen.findByText('Ничего не найдено.');
});
