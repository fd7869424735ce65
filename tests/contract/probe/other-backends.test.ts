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
import { html, json, OLD_USER, oldLaravel, request } from './old-laravel.ts';
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
    expect(why('GET /api/emptyobj -> 200')).toEqual({ ok: false, why: ['id: поля нет'] });
    expect(why('POST /api/null -> 200')).toEqual({ ok: false, why: ['пустой ответ'] });
    expect(why('POST /api/str -> 200')).toMatchObject({ why: [expect.stringContaining('без Content-Type')] });
    expect(why('GET /api/boom -> 500')).toMatchObject({
      why: [expect.stringContaining('storage/logs/laravel.log')],
    });
    const throttled = 'сервер ограничивает частоту (429), просит подождать 60 с';
    expect(why('GET /api/thr -> 429')).toEqual({ ok: false, why: [throttled] });
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

describe('an old generation', () => {
  it('can be used, and is told in all its variants and with what it lacks', async () => {
    const { verdict, facts, forms, calls, said } = await probeWith({
      fetch: oldLaravel(),
      user: OLD_USER,
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
    for (const word of ['ключей повтора нет', 'отзыва токена нет', 'процент не хранится', 'нет ETag']) {
      expect(degraded).toContain(word);
    }
    expect(degraded).toContain('время без зоны');
    expect(degraded).toContain('отказы 403 и 404 без JSON: приложение верит им, если они приходят дважды');
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
    const { verdict, said } = await probeWith({ fetch: oldLaravel({ [call]: answer }), user: OLD_USER });
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
