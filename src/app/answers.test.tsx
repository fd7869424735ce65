import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { paths, pathTo } from '#domain/paths.ts';
import { openScreen, PROMOTER, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { screens } from './routes.tsx';

type Reader = readonly [pattern: string, at: string];

/** Screens that read, at their addresses; in place of what they show, and in forms that cannot do without it. */
const READERS: readonly Reader[] = [
  [paths.moderation, paths.moderation],
  [paths.moderationStats, paths.moderationStats],
  [paths.moderationReports, paths.moderationReports],
  [paths.moderationReport, pathTo(paths.moderationReport, { id: 5 })],
  [paths.moderationPayments, paths.moderationPayments],
  [paths.moderationPayment, pathTo(paths.moderationPayment, { id: 5 })],
  [paths.moderationRequest, pathTo(paths.moderationRequest, { id: 5 })],
  [paths.users, paths.users],
  [paths.abac, paths.abac],
  [paths.oauth, paths.oauth],
  [paths.receipts, pathTo(paths.receipts, { page: 1 })],
  [paths.writeOffs, pathTo(paths.writeOffs, { page: 1 })],
  [paths.stockDocument, pathTo(paths.stockDocument, { modulePrefix: 'enter', id: 5 })],
  [paths.stockDocument, pathTo(paths.stockDocument, { modulePrefix: 'loss', id: 5 })],
  [paths.contactCard, pathTo(paths.contactCard, { id: 5 })],
  [paths.contactEdit, pathTo(paths.contactEdit, { id: 5 })],
  [paths.orders, paths.orders],
  [paths.orderAdd, paths.orderAdd],
  [paths.orderAddBasa, paths.orderAddBasa],
  [paths.orderAddPoint, paths.orderAddPoint],
  [paths.request, pathTo(paths.request, { codeNumber: 5 })],
];

const json = (status: number, body: unknown = { message: '' }) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const page = (status: number) =>
  new Response('<!doctype html><p>Wi-Fi', { status, headers: { 'content-type': 'text/html' } });

type Answer = readonly [name: string, respond: () => Response, words: string];

/** What keeps a screen open, and what a person is to know of it; of all answers, `api/answer-kind.test.ts`. */
const ANSWERS: readonly Answer[] = [
  [
    'no answer',
    () => {
      throw new TypeError('refused');
    },
    'Нет связи',
  ],
  ['401 to a fresh token', () => json(401, { message: 'Unauthenticated.' }), 'Сессия закончилась'],
  ['422', () => json(422), 'Сервер ответил ошибкой 422'],
  ['500 in JSON', () => json(500), 'Сервер ответил ошибкой 500'],
  ['200 in HTML', () => page(200), 'Вместо сервера ответил кто-то другой'],
];

/** What leads away, unless the screen has its own words for it. */
const REFUSALS = [
  ['403', 'Нет прав'],
  ['404', 'Сервер этого не нашел'],
] as const;

/** What these screens say of a refusal in their own way. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [paths.moderation]: { 403: 'Правила доступа не разрешают', 404: 'Этот сервер не считает' },
  [paths.moderationPayments]: { 404: 'Этот сервер не хранит выплат' },
  [paths.oauth]: { 403: 'Сервер не показывает этот список', 404: 'Этот сервер не дает управлять' },
  [paths.contactCard]: { 404: 'Контакт не найден' },
  [paths.contactEdit]: { 404: 'Контакт не найден' },
  [paths.stockDocument]: { 404: 'Такого документа нет' },
};

/** A device on which nothing was read yet, and a server that knows the user, renews tokens, and says that to all else. */
async function openAt([pattern, at]: Reader, respond: () => Response): Promise<void> {
  const phone = await screenPhone(request => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/getUser')) return json(200, USER);
    if (pathname.endsWith('/oauth/token'))
      return json(200, { access_token: `new ${Math.random()}`, refresh_token: 'r', expires_in: 60 });
    return respond();
  });
  phone.network.on();
  const { component: Screen, offline } = screens.find(({ path }) => path === pattern) ?? expect.fail(pattern);
  setWidth(offline === 'offline' ? 360 : 1280);
  await Screen.preload();
  openScreen(
    phone.device,
    <Suspense>
      <Screen />
    </Suspense>,
    at,
    pattern,
  );
}

const USER = { ...PROMOTER, can: { work_promoter: true, edit_promoters: true, edit_users: true } };

const shown = () => document.body.textContent ?? '';
const address = () => screen.queryByLabelText('address')?.textContent;

/** What asks again, on any of these screens. */
const AGAIN = ['Повторить', 'Загрузить списки', 'Обновить'];
const askAgain = () =>
  [...document.querySelectorAll<HTMLElement>('button')].filter(({ textContent }) =>
    AGAIN.includes(textContent ?? ''),
  );

afterEach(async () => {
  await act(async () => cleanup());
});

const WRONG = ['Нет связи', 'появится связь', 'Проверьте связь', 'Сессия закончилась'];

/** Says `words`, none of what another answer would have been, and has a button that helps. */
async function expectWords(name: string, words: string): Promise<void> {
  await waitFor(() => expect(`${name}: ${shown()}`).toContain(words), { timeout: 3000 });
  for (const wrong of WRONG.filter(each => !words.includes(each)))
    expect(`${name}: ${shown()}`).not.toContain(wrong);
  expect(`${name}: ${askAgain().length > 0}`).toBe(`${name}: true`);
  const signIn = screen.queryAllByRole('link', { name: 'Войти' });
  expect(`${name}: ${signIn.length > 0}`).toBe(`${name}: ${words.startsWith('Сессия')}`);
}

it.each(READERS)('%s says what each answer was, and asks again', async (...reader) => {
  let respond = ANSWERS[0]?.[1] ?? expect.fail('no answers');
  await openAt(reader, () => respond());
  for (const [name, next, words] of ANSWERS) {
    respond = next;
    await act(async () => {
      for (const button of askAgain()) button.click();
    });
    await expectWords(name, words);
  }
});

it.each(READERS.flatMap(reader => REFUSALS.map(refusal => [...reader, ...refusal] as const)))(
  '%s (%s) answered %s leads away or says it',
  async (pattern, at, status, words) => {
    await openAt([pattern, at], () => json(Number(status)));
    const own = OWN[pattern]?.[status] ?? words;
    await waitFor(() => {
      if (address() !== paths.forbidden) expect(shown()).toContain(own);
    });
    const back = screen.queryAllByRole('link', { name: /^К списку/ });
    expect([address(), ...askAgain(), ...back].filter(Boolean)).not.toEqual([]);
    for (const wrong of WRONG) expect(shown()).not.toContain(wrong);
  },
);
