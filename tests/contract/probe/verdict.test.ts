/** What the verdict says before a backend that reads and refuses as a Laravel 5.4 does. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { tellRequest } from '#contract/integration.ts';
import { obtainToken } from '#contract/session.ts';
import { READINGS } from '#server/cli/admin/probe/calls.ts';
import { readAnswer } from '#server/cli/admin/probe/read-answer.ts';
import { UNPROVEN } from '#server/cli/admin/probe/unproven.ts';
import { type Answers, ERRORS, html, json, OLD_USER, oldLaravel, throttled } from './old-laravel.ts';
import { type Probing, probeWith } from './probing.ts';

const PAGE = 'http://page.example';

const probeOld = (changed: Answers = {}, more: Probing = {}) =>
  probeWith({ fetch: oldLaravel(changed), user: OLD_USER, ...more });

describe('a call that cannot be read', () => {
  it.each([
    ['POST /api/promo/moderation/stats', '«Статистика»'],
    ['GET /api/user/list', 'получатель в «Документе» склада'],
    ['GET /api/enter', '«Оприходования»'],
    ['GET /abac/getPolicies', '«Политики доступа»'],
    ['GET /oauth/personal-access-tokens', '«Приложения и токены»'],
  ])('%s is in the way, whatever screen it is for: %s', async (call, screen) => {
    for (const answer of [() => json({ data: 'x' }), ERRORS.broken, ERRORS.maintenance]) {
      const { verdict } = await probeOld({ [call]: answer });
      expect(verdict.ready).toBe(false);
      expect(verdict.problems).toEqual([expect.stringContaining(`не работает: ${screen}. ${call}: `)]);
    }
  });

  it('is none where nobody reads it', async () => {
    for (const answer of [ERRORS.broken, ERRORS.notFound, () => html('')]) {
      const { verdict } = await probeOld({ 'GET /api/promo/contacts/getStates': answer });
      expect(verdict.problems).toEqual([]);
    }
  });

  const NOBODY = { avg: null, sum: null, id: 25, name: 'Алексей', count: '0', done: null };
  const NO_REQUESTS = { list: [], counts: [], status: 'all', percentSum: null };

  it.each<[string, string, unknown]>([
    ['listRequests', 'recorded', { ...NO_REQUESTS, current_page: 1, last_page: 1 }],
    ['listRequests', 'without a list', { counts: [], percentSum: null }],
    ['readStats', 'recorded', [NOBODY]],
    ['readStats', 'of texts', ['Алексей']],
  ])('of %s, %s, is in the way exactly where the app does not read it', async (name, _what, body) => {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const heard = { status: 200, ms: 1, headers: json(body).headers, text: JSON.stringify(body) };
    const { ok } = readAnswer(endpoint, heard, 'Europe/Moscow');
    const { verdict } = await probeOld({ [`${endpoint.method} ${endpoint.path}`]: () => json(body) });
    expect([verdict.ready, verdict.problems.length]).toEqual([ok, ok ? 0 : 1]);
  });
});

describe('a screen that is not for everybody', () => {
  it('may be missing: the firm has no warehouse, and that is told apart', async () => {
    const { verdict, said } = await probeOld();
    expect(verdict.ready).toBe(true);
    expect(verdict.missing).toEqual([
      expect.stringContaining('«Добавить промоутера»: занятые адреса в списке: на сервере этого нет'),
      expect.stringContaining('«Отчеты» всех промоутеров: на сервере этого нет'),
      '«Управление»: кому сколько выплатить: на сервере этого нет (404 на /api/promo/moderation/payouts)',
      expect.stringContaining('«Управление»: выплата промоутеру: на сервере этого нет'),
      expect.stringContaining('«Управление»: заявки к выплате: на сервере этого нет'),
      expect.stringContaining('«Управление»: выплаты: на сервере этого нет'),
      expect.stringContaining('«Статистика»: линия по дням: на сервере этого нет'),
      expect.stringContaining('поиск по всему (Ctrl+K): на сервере этого нет'),
      'получатель в «Документе» склада: на сервере этого нет (404 на /api/user/list)',
      '«Оприходования»: на сервере этого нет (404 на /api/enter)',
      '«Списания»: на сервере этого нет (404 на /api/loss)',
      expect.stringContaining('поиск номенклатуры в «Документе» склада: на сервере этого нет'),
    ]);
    expect(said).toContain('Итог: все нужное приложению читается, кроме того, что работать не будет.');
  });

  it('may be closed to this user, and is not proved then', async () => {
    const { verdict } = await probeOld({ 'GET /abac/getPolicies': ERRORS.denied });
    expect(verdict.ready).toBe(true);
    expect(verdict.unknown.join('\n')).toMatch(/«Политики доступа», этому пользователю нельзя \(403\)/);
  });

  it('must be there where a permission promises it', async () => {
    const can = ['edit_users'];
    const admin = () => json({ id: 7, name: 'Петр', email: OLD_USER, role: { name: 'admin' }, can });
    for (const answer of [ERRORS.denied, ERRORS.notFound]) {
      const changed = { 'POST /api/getUser': admin, 'GET /api/users/list': answer };
      const { verdict } = await probeOld(changed);
      expect(verdict.problems).toEqual([expect.stringContaining('не работает: «Пользователи».')]);
    }
  });
});

describe('an error in HTML means', () => {
  it.each<[string, () => Response, string]>([
    ['no right', ERRORS.denied, 'этому пользователю нельзя (403), без JSON'],
    ['nothing there', ERRORS.notFound, 'такого адреса или записи нет (404), без JSON'],
    ['a fault of the server', ERRORS.broken, 'причина в его журнале, у Laravel это storage/logs/laravel.log'],
    ['maintenance', ERRORS.maintenance, 'на обслуживании или перегружен (503), просит подождать 60 с'],
    ['no token', () => html('<p>', 401), 'сервер не принял токен (401)'],
    [
      'no token of CSRF',
      () => html('<h1>Whoops</h1>', 500, { 'set-cookie': 'laravel_session=x; path=/' }),
      'нет токена CSRF: маршрут в группе web, нужен api',
    ],
  ])('%s', async (_what, answer, words) => {
    const { verdict } = await probeOld({ 'POST /api/promo/orders/getRequests': answer });
    expect(verdict.problems.join('\n')).toContain(words);
  });

  it('that the app must sign in again, also without JSON', async () => {
    const { verdict, facts } = await probeWith({ fetch: async () => html('<p>', 401) });
    expect(facts.unauthenticated).toEqual({ words: '401 без JSON', isUsable: true });
    expect(verdict.problems).toEqual(['вход не проверялся: нужен --user']);
  });
});

describe('what was not tried', () => {
  it('is every call that changes something, with how to try it', async () => {
    const changing = Object.values(endpoints).filter(endpoint => !Object.values(READINGS).includes(endpoint));
    const tried = UNPROVEN.flatMap(({ endpoints: listed }) => listed);
    expect(new Set([...tried, obtainToken, tellRequest])).toEqual(new Set(changing));
    const { said } = await probeOld();
    for (const { what, byHand } of UNPROVEN) {
      expect(said).toContain(`${what}: probe ничего не меняет. Вручную: ${byHand}`);
    }
  });

  it('is what there is nothing to ask for, or whose list could not be read', async () => {
    const none = await probeOld({ 'GET /api/promo/moderation/reports/7': () => json([]) });
    expect(none.verdict.unknown.join('\n')).toContain('у первого промоутера нет отчетов, создайте один');
    const unread = await probeOld({ 'GET /api/promo/moderation/reports/7': ERRORS.broken });
    expect(unread.verdict.unknown.join('\n')).toContain('список, в котором стоит номер, не прочитан: /api');
  });
});

describe('a limit on requests', () => {
  it('that is smaller than the number of questions is waited out, and all are asked', async () => {
    let at = 0;
    const waited: number[] = [];
    const wait = async (ms: number) => {
      waited.push(ms);
      at += ms;
    };
    const limited = await probeWith({ fetch: throttled(25, () => at), user: OLD_USER, wait });
    const free = await probeOld();
    expect(limited.verdict).toEqual(free.verdict);
    expect(waited).toEqual([61_000]);
    expect(limited.said).toContain('сервер ограничивает частоту (429): жду 60 с, раз 1 из 2 …');
  });

  it.each(['91', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'of more than a minute and a half is not: %s',
    async until => {
      const { verdict } = await probeOld(
        { 'GET /api/promo/contacts/list': () => html('Too Many Attempts.', 429, { 'retry-after': until }) },
        { wait: () => Promise.reject(new Error('waited')) },
      );
      expect(verdict.ready).toBe(false);
      expect(verdict.unknown.join('\n')).toMatch(/повторите через \d{2,} с/);
    },
  );
});

it('a page of another origin is told that it cannot save what CSRF guards', async () => {
  const elsewhere = await probeOld({}, { pageOrigin: PAGE });
  const missing = elsewhere.verdict.missing.join('\n');
  expect(missing).toContain('«Приложения и токены»: сохранить и удалить нельзя, сервер ждет X-XSRF-TOKEN');
  expect(missing).toContain('«Политики доступа»: сохранить нельзя, сервер ждет X-XSRF-TOKEN');
  expect(elsewhere.verdict.ready).toBe(true);
  const { said } = await probeOld();
  expect(said).toContain('CSRF: X-XSRF-TOKEN ждут /abac/getPolicies');
  expect(said).not.toContain('сохранить нельзя');
});
