/** The firm's Laravel of the journeys (tests/support/laravel) answers as a real one was recorded. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '#kit/is-record.ts';
import type { Generation } from '#tests/support/laravel/call.ts';
import { createLaravel, type LaravelOptions } from '#tests/support/laravel/create-laravel.ts';
import { CLIENT, ORIGIN, serverForAll, sessionForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { type Firm, seedFirm } from '../successes.ts';
import {
  closedAfterLastRow,
  oldRecording,
  type Recorded,
  recorded,
  recording,
  withoutElision,
} from './recording.ts';

const server = serverForAll();
const promoter = sessionForAll(server, 'promoter');
const withoutRequests = sessionForAll(server, 'colleague');
const withoutRights = sessionForAll(server, 'stranger');
const moderator = sessionForAll(server, 'moderator');
const admin = sessionForAll(server, 'admin');
const nobody = {};
let firm: Firm;
beforeAll(async () => {
  firm = await seedFirm(server);
});

type Asked = { as?: Record<string, string>; body?: unknown; form?: Record<string, string> };

/** A Laravel in front of the server, and a way to ask it: `POST /api/getUser`. */
function laravel(generation: Generation, options: Omit<LaravelOptions, 'generation' | 'upstream'> = {}) {
  const received: Request[] = [];
  const upstream = (request: Request) => {
    received.push(request.clone());
    return server.fetch(request);
  };
  const { fetch, switches } = createLaravel({ upstream, generation, ...options });
  async function ask(call: string, { as = {}, body, form }: Asked = {}): Promise<Recorded> {
    const [method = '', path = ''] = call.split(' ');
    const type: Record<string, string> = form ? {} : { 'content-type': 'application/json' };
    const sent = form ? new URLSearchParams(form) : JSON.stringify(body);
    const answer = await fetch(
      new Request(ORIGIN + path, { method, headers: { ...type, ...as }, body: sent }),
    );
    const headers = Object.fromEntries(answer.headers);
    return { title: call, status: answer.status, headers, body: await answer.text() };
  }
  return { ask, switches, received };
}

/** Names and kinds: of a list its first row alone; without `rows` none, for what the recorder has left out. */
function shapeOf(value: unknown, rows: boolean): unknown {
  if (Array.isArray(value)) return value.slice(0, rows ? 1 : 0).map(row => shapeOf(row, rows));
  if (!isRecord(value)) return value === null ? 'null' : typeof value;
  const isKeyed = Object.keys(value).every(key => /^\d+$/.test(key));
  if (isKeyed) return { number: shapeOf(Object.values(value)[0], rows) };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each, rows)]));
}

/** Status, content type, what a limit says, and the body: a text as it stands, JSON by its shape. */
function seen({ status, body, headers }: Recorded, rows = true) {
  const { 'content-type': type, 'retry-after': wait, ...rest } = headers;
  const limits = Object.keys(rest).filter(name => name.startsWith('x-ratelimit'));
  const shape = type === 'application/json' ? shapeOf(JSON.parse(body), rows) : body.trim();
  return { status, type, wait, limits, shape };
}

describe('Laravel 5.4', () => {
  const MAINTENANCE = { maintenance: true };
  const LIMIT = { throttle: { perMinute: 0 } };
  const noDays = { promoterId: -1, dateFrom: '2001-01-01', dateTo: '2001-01-01' };

  it.each<[string, Asked, object?]>([
    ['GET /api/promo/contacts/getStates (promoter)', { as: promoter }],
    [
      'POST /api/promo/orders/getRequests?page=1 (promoter without requests)',
      { as: withoutRequests, body: { status: 'all' } },
    ],
    [
      'POST /api/promo/moderation/stats (moderator, all promoters, shortened)',
      { as: moderator, body: noDays },
    ],
    ['GET /api/promo/request/1065 (a request of somebody else)', { as: withoutRequests }],
    ['POST /api/promo/contacts/delete (a contact that is gone)', { as: promoter, body: { id: 777_777 } }],
    ['GET /api/promo/contacts/getStates (over the limit)', { as: promoter }, LIMIT],
    ['GET /api/promo/contacts/getStates (maintenance)', { as: promoter }, MAINTENANCE],
  ])('%s', async (title, asked, switches) => {
    const found = oldRecording.find(answer => answer.title === title);
    if (!found) throw new Error('not recorded');
    const whole = title.includes('shortened') ? closedAfterLastRow(found) : found;
    const given = await laravel('5.4', { way: 0, ...switches }).ask(title.replace(/ \(.*/, ''), asked);
    expect(seen(given)).toEqual(seen(whole));
  });

  it('has no other recording', () => expect(oldRecording).toHaveLength(7));
});

const CONTACT = { first_name: 'z', contact_phones: [{ full_phone: '0001112233' }] };

describe('Laravel 8', () => {
  const BAD = { contact_phones: [{ full_phone: '7' }] };

  /** A recorded title → the call of ours that is answered by the same habit, and in which of its forms. */
  it.each<[string, string, Asked, number?]>([
    ['GET /api/list?page=99 -> 200', 'GET /api/enter?page=99', { as: moderator }],
    ['GET /api/list?page=abc -> 200', 'GET /api/enter?page=abc', { as: moderator }],
    ['GET /api/list?page=2 -> 200', 'GET /api/enter?page=2', { as: moderator }],
    ['GET /api/wrapped -> 200', 'GET /api/promo/contacts/list', { as: promoter }, 1],
    ['POST /api/val -> 422', 'POST /api/promo/contacts/save', { as: promoter, body: BAD }],
    ['POST /api/create -> 201', 'POST /api/promo/contacts/save', { as: promoter, body: CONTACT }],
    ['GET /api/find/777 -> 404', 'GET /api/promo/contacts/edit/777777', { as: promoter }],
    ['GET /api/forbid -> 403', 'GET /api/promo/moderation/promoters', { as: promoter }, 1],
    ['GET /api/forbid2 -> 403', 'GET /api/promo/moderation/promoters', { as: promoter }],
    ['GET /api/auth -> 401', 'GET /api/promo/contacts/list', { as: nobody }],
    ['DELETE /api/list -> 405', 'DELETE /api/enter', { as: moderator }],
    ['GET /api/nope -> 404', 'GET /api/nope', { as: promoter }],
    ['POST /api/null -> 200', 'POST /api/promo/contacts/delete', { as: promoter }],
    ['POST /api/true -> 200', 'POST /api/promo/contacts/delete', { as: promoter }, 1],
    ['POST /api/str -> 200', 'POST /api/promo/contacts/delete', { as: promoter }, 2],
  ])('%s: %s', async (title, call, asked, way = 0) => {
    const { ask } = laravel('8', { way });
    const body = call.endsWith('/delete') ? { id: await newContact() } : asked.body;
    const given = await ask(call, { ...asked, body });
    const real = recorded(title);
    const isList = real.body.includes('"current_page"');
    const whole = isList && !real.body.endsWith('}') ? closedAfterLastRow(real) : withoutElision(real);
    // The recorder has cut some lists and elided the links of the others; of a validation the fields are others.
    if (isList) expect(seen(given, false)).toMatchObject(seen(whole, false));
    else if (real.status === 422) expect({ ...seen(given), shape: 0 }).toEqual({ ...seen(whole), shape: 0 });
    else expect(seen(given)).toEqual(seen(whole));
    expect(given.headers['cache-control']).toBe(real.headers['cache-control']);
    if (real.status >= 400 && real.status !== 404 && real.status !== 422)
      expect(JSON.parse(given.body)).toEqual(JSON.parse(real.body));
  });

  /** Where its model says so, a saved contact is told whole. */
  async function newContact(): Promise<number> {
    const saved = await laravel('8', { way: 1 }).ask('POST /api/promo/contacts/save', {
      as: promoter,
      body: CONTACT,
    });
    return JSON.parse(saved.body).data.id;
  }

  it('GET /api/thr: a limit is counted down, then it is refused, then the minute is over', async () => {
    const now = server.clock;
    const { ask } = laravel('8', { throttle: { perMinute: 2 }, now });
    const states = () => ask('GET /api/promo/contacts/getStates', { as: promoter });
    const limits = async () => {
      const { status, headers } = await states();
      return [status, headers['x-ratelimit-remaining'], headers['retry-after']];
    };
    expect([await limits(), await limits()]).toEqual([
      [200, '1', undefined],
      [200, '0', undefined],
    ]);
    expect(seen(await states())).toEqual(seen(recorded('GET /api/thr -> 429')));
    server.clock.advance(60_000);
    expect(await limits()).toEqual([200, '1', undefined]);
    expect(recording.filter(({ title }) => title.startsWith('GET /api/thr'))).toHaveLength(3);
  });

  it('GET /api/emptyobj: no rights are an empty list', async () => {
    const { body } = await laravel('8', { way: 0 }).ask('POST /api/getUser', { as: withoutRights, body: {} });
    expect(JSON.parse(body)).toMatchObject(JSON.parse(recorded('GET /api/emptyobj -> 200').body));
  });
});

const json = async (asked: Promise<Recorded>) => {
  const { status, body } = await asked;
  return [status, body === '' ? '' : JSON.parse(body)];
};

describe('Passport', () => {
  const login = { grant_type: 'password', ...CLIENT, username: 'promoter@test.example', scope: '' };
  const refresh = { grant_type: 'refresh_token', ...CLIENT, refresh_token: 'spent', scope: '' };
  const WRONG = 'The user credentials were incorrect.';
  const SPENT = 'The refresh token is invalid.';
  const hint = 'Cannot decrypt the refresh token';

  it.each<[Generation, [number, object], [number, object]]>([
    [
      '5.4',
      [401, { error: 'invalid_credentials', message: WRONG }],
      [400, { error: 'invalid_request', message: SPENT, hint }],
    ],
    [
      '8',
      [400, { error: 'invalid_grant', error_description: WRONG, message: WRONG }],
      [401, { error: 'invalid_request', error_description: SPENT, hint, message: SPENT }],
    ],
  ])('of Laravel %s refuses a password and a refresh token', async (generation, credentials, spent) => {
    const { ask } = laravel(generation);
    const token = (form: Record<string, string>) => json(ask('POST /oauth/token', { form }));
    expect(await token({ ...login, password: 'wrong' })).toEqual(credentials);
    expect(await token(refresh)).toEqual(spent);
    const [status, pair] = await token({ ...login, password: TEST_PASSWORD });
    expect([status, Object.keys(pair)]).toEqual([
      200,
      ['token_type', 'expires_in', 'access_token', 'refresh_token'],
    ]);
  });

  it('has no way to revoke, and a personal token for who works as another', async () => {
    const { ask } = laravel('5.4');
    expect((await ask('POST /oauth/revoke', { form: { ...CLIENT, token: 'x' } })).status).toBe(404);
    const body = { user_id: server.users.promoter.id };
    const [, given] = await json(ask('POST /api/adminAuth/token', { as: admin, body }));
    expect(Object.keys(given)).toEqual(['accessToken', 'token']);
    expect(given.token.expires_at.slice(0, 4)).toBe(String(Number(given.token.created_at.slice(0, 4)) + 1));
  });

  it.each<[Generation, number, string]>([
    ['5.4', 500, 'text/html; charset=UTF-8'],
    ['8', 419, 'application/json'],
  ])('of Laravel %s takes no change without the token of its cookie', async (generation, status, type) => {
    const { ask } = laravel(generation, { way: 0 });
    const listed = await ask('GET /oauth/clients', { as: admin });
    const cookie = listed.headers['set-cookie']?.split(';')[0] ?? '';
    const body = { name: 'Касса', redirect: 'https://partner.example/back' };
    const refused = await ask('POST /oauth/clients', { as: { ...admin, cookie }, body });
    expect([refused.status, refused.headers['content-type']]).toEqual([status, type]);
    const sent = { ...admin, cookie, 'x-xsrf-token': decodeURIComponent(cookie.split('=')[1] ?? '') };
    const made = await ask('POST /oauth/clients', { as: sent, body });
    const { id, secret } = JSON.parse(made.body);
    expect([made.status, secret.length > 20]).toEqual([generation === '8' ? 201 : 200, true]);
    const [, clients] = await json(ask('GET /oauth/clients', { as: admin }));
    expect(clients).toContainEqual(expect.objectContaining({ id, secret, revoked: false }));
    const gone = await ask(`DELETE /oauth/clients/${id}`, { as: sent });
    expect([gone.status, gone.body]).toEqual([generation === '8' ? 204 : 200, '']);
    expect(await json(ask(`DELETE /oauth/clients/${id}`, { as: sent }))).toEqual([404, '']);
  });
});

describe.each<Generation>(['5.4', '8'])('Laravel %s', generation => {
  it('knows nothing of keys, tags, versions and readiness', async () => {
    const { ask, received } = laravel(generation);
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-none-match': '"1"', 'if-match': '"1"' };
    const listed = await ask('GET /api/promo/contacts/fullList', { as: { ...promoter, ...headers } });
    const saved = await ask('POST /api/promo/contacts/save', {
      as: { ...promoter, ...headers },
      body: CONTACT,
    });
    for (const { status, headers } of [listed, saved]) {
      expect(status).toBeLessThan(202);
      expect(Object.keys(headers).filter(name => /etag|idempotency|x-request-id/.test(name))).toEqual([]);
    }
    for (const name of Object.keys(headers))
      expect(received.map(each => each.headers.get(name))).toEqual([null, null]);
    expect((await ask('GET /api/health/ready')).status).toBe(404);
  });

  it('takes ten digits alone where it is so, and gives ten', async () => {
    const { ask } = laravel(generation, { tenDigits: true, way: 1 });
    const save = (full_phone: string) =>
      json(
        ask('POST /api/promo/contacts/save', {
          as: promoter,
          body: { ...CONTACT, contact_phones: [{ full_phone }] },
        }),
      );
    const name = 'contact_phones.0.full_phone';
    const errors = { [name]: [`Длина цифрового поля ${name} должна быть 10.`] };
    const message = 'The given data was invalid.';
    expect(await save('79161234567')).toEqual([422, generation === '8' ? { message, errors } : errors]);
    const [, made] = await save('9161234567');
    expect(made.contact ?? made.data).toMatchObject({ contact_phones: [{ full_phone: '9161234567' }] });
  });

  it('refuses what a report does not allow with a 200', async () => {
    const body = { report_id: firm.reportId };
    const asked = laravel(generation).ask('POST /api/promo/moderation/report/delete', {
      as: moderator,
      body,
    });
    const [status, refused] = await json(asked);
    const title = `Отчет №${firm.reportId}`;
    const message = expect.stringMatching(/./);
    expect([status, refused]).toEqual([200, { status: 'error', title, message }]);
  });

  it('says in Russian which fields were refused', async () => {
    const body = { email: 'x', password: 'a', password_confirmation: 'b', name: '' };
    const { ask } = laravel(generation);
    const [status, refused] = await json(ask('POST /api/promo/moderation/add', { as: moderator, body }));
    expect([status, refused.errors ?? refused]).toEqual([
      422,
      {
        name: ['Поле name обязательно для заполнения.'],
        email: ['Поле email должно быть действительным электронным адресом.'],
      },
    ]);
  });

  it('lets a page of another origin ask, which reads no header of its own', async () => {
    const pageOrigin = 'https://app.example';
    const { ask } = laravel(generation, { pageOrigin });
    const asked = { 'access-control-request-headers': 'authorization,content-type' };
    const preflight = await ask('OPTIONS /api/getUser', { as: asked });
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'authorization,content-type',
    ]);
    const { headers } = await ask('GET /api/promo/contacts/list', { as: promoter });
    expect(headers['access-control-allow-origin']).toBe(pageOrigin);
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  });
});
