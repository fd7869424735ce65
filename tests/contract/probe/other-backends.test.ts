/** The probe before backends that are not ours: older generations, and the answers of a real Laravel. */
import { describe, expect, it } from 'vitest';
import { getContact, listContacts } from '#contract/contacts.ts';
import { getUser } from '#contract/session.ts';
import { shapeOf401, shapeOf404, shapeOf422, wrapperOf } from '#server/cli/admin/probe/describe.ts';
import { readAnswer } from '#server/cli/admin/probe/read-answer.ts';
import {
  closedAfterLastRow,
  type Recorded,
  recorded,
  recording,
  withoutElision,
} from '../generations/recording.ts';
import { probeWith } from './probing.ts';

const heardOf = ({ status, headers, body }: Recorded) => ({
  status,
  ms: 1,
  text: body,
  headers: new Headers(headers),
});
const heard = (title: string) => heardOf(recorded(title));

describe('the recorded Laravel 8.83', () => {
  const ZONE = 'Europe/Moscow';

  it('has wrappers that are told apart', () => {
    const titles = ['GET /api/list?page=99 -> 200', 'GET /api/empty -> 200', 'GET /api/find/1 -> 200'];
    const wrappers = titles.map(title =>
      wrapperOf(listContacts, JSON.parse(withoutElision(recorded(title)).body)),
    );
    expect(wrappers).toEqual(['пагинатор Laravel', 'пагинатор Laravel', 'голый объект']);
    expect(
      wrapperOf(listContacts, JSON.parse(closedAfterLastRow(recorded('GET /api/wrapped -> 200')).body)),
    ).toBe('пагинатор внутри list');
  });

  it('is read where the app reads it, and refused where the app refuses it, with the reason', () => {
    const page = heardOf(withoutElision(recorded('GET /api/list?page=99 -> 200')));
    expect(readAnswer(listContacts, page, ZONE)).toMatchObject({ ok: true, value: { last_page: 3 } });
    expect(readAnswer(getContact, heard('GET /api/find/1 -> 200'), ZONE)).toMatchObject({ ok: true });
    const why = (title: string) => readAnswer(getUser, heard(title), ZONE);
    expect(why('GET /api/empty -> 200')).toEqual({ ok: false, why: ['JSON оборван или испорчен'] });
    expect(why('GET /api/emptyobj -> 200')).toEqual({ ok: false, why: ['id: поля нет', 'role: поля нет'] });
    expect(why('POST /api/null -> 200')).toEqual({ ok: false, why: ['пустой ответ'] });
    expect(why('POST /api/str -> 200')).toMatchObject({ why: [expect.stringContaining('без Content-Type')] });
    expect(why('GET /api/boom -> 500')).toEqual({ ok: false, why: ['ошибка сервера (500)'] });
    expect(why('GET /api/thr -> 429')).toMatchObject({ why: [expect.stringContaining('подождать (429)')] });
  });

  it('has errors of its generation', () => {
    expect(shapeOf401(heard('GET /api/auth -> 401'))).toEqual({ words: '401 {message}', isUsable: true });
    expect(shapeOf404(heard('GET /api/find/777 -> 404'))).toBe('404 JSON');
    expect(shapeOf422(heard('POST /api/val -> 422'))).toBe('422 {message, errors} (Laravel ≥ 5.5)');
    for (const answer of recording.filter(({ status }) => status >= 400)) {
      expect(readAnswer(getUser, heardOf(answer), ZONE).ok).toBe(false);
    }
  });
});

const json = (body: unknown, status = 200) => Response.json(body, { status });
const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=UTF-8' } });

const CARBON = { date: '2016-11-20 12:34:51.000000', timezone_type: 3, timezone: 'Europe/Moscow' };
const contact = (id: string) => ({
  id,
  first_name: 'Петр',
  last_name: null,
  comment: null,
  created_at: '2016-11-20 12:34:51',
  contact_phones: [
    { id: '1', full_phone: '779161234567' },
    { id: '2', full_phone: '8 (916) 123-45-67' },
  ],
});
const request = {
  id: '5',
  fullcode: 'Л-000005',
  code_number: '5',
  client_fio: 'Петр',
  work_name: 'Ремонт',
  type: 'basa',
  phones: '79161234567,9161234567',
  state_name: 'Новая',
  date_add: 1_479_634_491,
  created_at: CARBON,
  tofirm: '1500.00',
  promo_report_id: null,
  paid: '0',
  percent: null,
};

const report = { id: '3', user: { name: 'Петр' }, created_at: CARBON, closed_at: null };

type Answers = Record<string, () => Response>;

/** Laravel 5.3 with Passport 2: numbers as texts, lists by keys, PHP's empty maps, refusals without a wrapper. */
const OLD: Answers = {
  'POST /api/getUser': () =>
    json({
      id: '7',
      name: 'Петр',
      email: 'p@old.example',
      roles: [{ name: 'moderator', display_name: null }],
      can: [{ name: 'edit_promoters' }, { name: 'work_promoter' }],
    }),
  'GET /api/promo/contacts/list': () =>
    json({
      list: { current_page: '1', last_page: '2', per_page: '15', data: { 0: contact('9'), 2: contact('8') } },
    }),
  'GET /api/promo/contacts/fullList': () => json({ 0: { id: '9', name: 'Петр' } }),
  'GET /api/promo/contacts/edit/9': () => json({ contact: contact('9') }),
  'GET /api/promo/contacts/getStates': () => json([]),
  'GET /api/promo/orders/basaDistrictList': () => json([{ id: '1', title: 'Север' }]),
  'GET /api/promo/orders/basaWorkList': () => json({ data: [{ id: 1, name: 'Ремонт' }] }),
  'GET /api/promo/orders/pointDistrictList': () => json({ data: { list: [] } }),
  'GET /api/promo/orders/pointWorkList': () => json({ 3: { id: 3, name: 'Ремонт' } }),
  'POST /api/promo/orders/getRequests': () =>
    json({
      data: [request],
      meta: { current_page: 1, last_page: 1 },
      links: {},
      counts: [],
      percentSum: '450.00',
    }),
  'GET /api/promo/request/5': () => json({ request }),
  'GET /api/promo/moderation/promoters': () => json([{ id: '7', name: 'Петр' }]),
  'GET /api/promo/moderation/reports/7': () => json({ reports: [report] }),
  'GET /api/promo/moderation/report/3': () => json({ report: { ...report, promo_requests: [request] } }),
  'GET /api/promo/moderation/request/5': () => json({ data: request }),
  'POST /api/promo/moderation/stats': () => json([]),
};

const oldLaravel: typeof fetch = async (input, init) => {
  const asked = new Request(input, init);
  const { pathname } = new URL(asked.url);
  const body = await asked.text();
  if (pathname === '/oauth/token') return oldToken(new URLSearchParams(body));
  if (asked.headers.get('authorization') !== 'Bearer old-secret-token')
    return json({ error: 'Unauthenticated.' }, 401);
  if (body.includes('2026-99-99')) return json({ dateFrom: ['Это не дата.'] }, 422);
  return OLD[`${asked.method} ${pathname}`]?.() ?? html('<!doctype html><title>Not Found</title>', 404);
};

function oldToken(form: URLSearchParams): Response {
  if (form.get('grant_type') === 'refresh_token') {
    const hint = 'Cannot decrypt the refresh token';
    return json({ error: 'invalid_request', message: 'The refresh token is invalid.', hint }, 400);
  }
  if (form.get('username') !== 'p@old.example') {
    return json({ error: 'invalid_credentials', message: 'The user credentials were incorrect.' }, 401);
  }
  const pair = { access_token: 'old-secret-token', refresh_token: 'old-refresh-token' };
  return json({ token_type: 'Bearer', expires_in: 31_536_000, ...pair });
}

describe('an old generation', () => {
  it('can be used, and is told in all its variants and with what it lacks', async () => {
    const { verdict, facts, forms, calls, said } = await probeWith({
      fetch: oldLaravel,
      user: 'p@old.example',
    });
    expect(verdict.problems).toEqual([]);
    expect(verdict.ready).toBe(true);
    expect(facts).toMatchObject({
      features: undefined,
      role: 'roles: список',
      can: ['work_promoter', 'edit_promoters'],
      unauthenticated: { words: '401 {error} (Laravel 5.3/5.4)' },
      etag: 'absent',
      percent: 'absent',
      validation: '422 плоско {поле: […]} (Laravel 5.3/5.4)',
      notFound: '404 без JSON (Laravel ≤ 5.4)',
      tokens: { passport: 'Passport 1–2 (league 5)', refresh: 'yes', expiresInS: 31_536_000 },
    });
    expect([...forms.date].sort()).toEqual([
      ...['без зоны (Laravel ≤ 6)', 'объект Carbon (Laravel ≤ 5.7)', 'секунды unix'],
    ]);
    expect([...forms.phone].sort()).toEqual(['12 цифр', 'маска', 'строка через запятую']);
    const textNumbers = ['id', 'tofirm', 'percentSum', 'code_number'];
    expect([...forms.textNumbers]).toEqual(expect.arrayContaining(textNumbers));
    expect([...forms.map].sort()).toEqual(['[] вместо {}', 'список объектов']);
    expect([...forms.flag]).toEqual(['"0"/"1"']);
    const wrappers = Object.fromEntries(calls.map(({ name, notes }) => [name, notes[0]]));
    expect(wrappers).toMatchObject({
      listContacts: 'пагинатор внутри list',
      basaDistrictList: 'голый список',
      basaWorkList: '{data: […]}',
      pointDistrictList: '{data: {list}}',
      pointWorkList: 'объект с ключами-номерами',
      listRequests: 'data + meta',
      listReports: '{reports}',
      getReport: 'объект внутри report',
      getModerationRequest: 'объект внутри data',
    });
    expect(said).not.toMatch(/Петр|916|old\.example|old-secret|old-refresh/);
    const degraded = verdict.degraded.join('\n');
    for (const word of [
      ...['ключей повтора нет', 'отзыва токена нет', 'процент не хранится', 'нет ETag', 'время без зоны'],
      ...['склад не откроется', 'политики доступа не откроются', '«Приложения и токены» будут пусты'],
    ]) {
      expect(degraded).toContain(word);
    }
  });

  const LIST = 'GET /api/promo/contacts/list';
  const toLogin = { location: 'http://server.test/login?secret=1' };
  const ofPeter = { list: [{ ...request, tofirm: 'Петр' }], counts: {}, percentSum: 0 };

  it.each<[string, string, () => Response, string]>([
    ['a field is missing', LIST, () => json([{ first_name: 'Петр' }]), 'list[].id: поля нет'],
    [
      'a field is of another kind',
      'POST /api/promo/orders/getRequests',
      () => json(ofPeter),
      'list[].tofirm: нужно число, пришло строка',
    ],
    [
      'an error has status 200',
      'GET /api/promo/contacts/fullList',
      () => json({ error: 'Петр' }),
      'list: поля нет',
    ],
    [
      'a call is refused',
      'GET /api/promo/orders/basaWorkList',
      () => json({ message: '' }, 403),
      'этому пользователю нельзя (403)',
    ],
    [
      'a session cookie is asked for',
      'POST /api/getUser',
      () => json({ message: 'CSRF token mismatch.' }, 419),
      'токен CSRF (419)',
    ],
    [
      'it leads to the login page',
      LIST,
      () => new Response(null, { status: 302, headers: toLogin }),
      'страницу входа /login',
    ],
    [
      'the login page is an answer',
      LIST,
      () => html('<form><input type="password"></form>'),
      'вместо JSON страница входа (HTML)',
    ],
    ['JSON is said to be HTML', LIST, () => html('[]'), 'без Content-Type: application/json'],
  ])('cannot be used where %s, and says where', async (_, call, answer, reason) => {
    const fetch: typeof globalThis.fetch = (input, init) => {
      const asked = new Request(input, init);
      const at = `${asked.method} ${new URL(asked.url).pathname}`;
      const isOwn = asked.headers.get('authorization') === 'Bearer old-secret-token';
      return at === call && isOwn ? Promise.resolve(answer()) : oldLaravel(input, init);
    };
    const { verdict, said } = await probeWith({ fetch, user: 'p@old.example' });
    expect(verdict.ready).toBe(false);
    const [, path = ''] = call.split(' ');
    expect(verdict.problems.join('\n')).toContain(path);
    expect(verdict.problems.join('\n')).toContain(reason);
    expect(said).not.toMatch(/Петр|secret=1/);
  });
});

describe('a column of Passport', () => {
  const GENERIC = 'The provided authorization grant (e.g., authorization code) is invalid';
  const UNKNOWN = 'не узнать: сервер не знает клиента (--client-id, --client-secret-file).';
  const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="OAuth"' } };

  /** `401 invalid_credentials message`: a refusal with that status, that error and those fields. */
  const refusal = (form: string, text = 'x') => {
    const [status, error, ...keys] = form.split(' ');
    return json({ error, ...Object.fromEntries(keys.map(key => [key, text])) }, Number(status));
  };

  it.each<[string, () => Response, string]>([
    [
      'Passport 1–2 (league 5)',
      () => refusal('401 invalid_credentials message'),
      '400 invalid_request message',
    ],
    [
      'Passport 3–7 (league 6–7)',
      () => refusal('401 invalid_credentials message'),
      '401 invalid_request message',
    ],
    [
      'Passport 8–10.0 (league 8.0)',
      () => refusal('400 invalid_grant message hint', GENERIC),
      '401 invalid_request message',
    ],
    [
      'Passport 10.1–12 (league 8.3)',
      () => refusal('400 invalid_grant message'),
      '401 invalid_request message',
    ],
    [
      'Passport 13 (league 9)',
      () => refusal('400 invalid_grant error_description'),
      '400 invalid_grant error_description',
    ],
    [UNKNOWN, () => refusal('401 invalid_client'), '401 invalid_client'],
    [
      `${UNKNOWN} Похоже на Passport 1–6.`,
      () => new Response('{"error":"invalid_client"}', challenge),
      '401 invalid_client',
    ],
    [
      'Passport 12 или новее, вход по паролю выключен',
      () => refusal('400 unsupported_grant_type error_description'),
      '400 invalid_grant error_description',
    ],
    ['не узнать: на Passport не похоже', () => html('<p>'), ''],
  ])('%s', async (column, credentials, refreshing) => {
    const refresh = () => (refreshing === '' ? html('<p>') : refusal(refreshing));
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const body = await new Request(input, init).text();
      return body.includes('grant_type=refresh_token') ? refresh() : credentials();
    };
    const { facts } = await probeWith({ fetch });
    expect(facts.tokens.passport).toBe(column);
  });
});
