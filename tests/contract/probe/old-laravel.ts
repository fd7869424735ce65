/** A firm's Laravel 5.4 with Passport 2, as a function: what it answers is recorded, or follows the same habits. */
import { SECOND_MS } from '#kit/clock.ts';

export const OLD_USER = 'p@old.example';

export const json = (body: unknown, status = 200) => Response.json(body, { status });
export const html = (body: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=UTF-8', ...headers } });

const errorPage = (words: string, status: number) =>
  html(
    `<!DOCTYPE html>\n<html>\n<body><div class="sf-reset"><h1>${words}</h1></div></body>\n</html>\n`,
    status,
  );

/** What it says instead of an answer: pages, where newer ones write JSON. */
export const ERRORS = {
  denied: () => errorPage('Sorry, you are not authorized to access this page.', 403),
  notFound: () => errorPage('Sorry, the page you are looking for could not be found.', 404),
  broken: () => errorPage('Whoops, looks like something went wrong.', 500),
  maintenance: () => html('<!DOCTYPE html>\n<title>Be right back.</title>', 503, { 'retry-after': '60' }),
  throttled: () => html('Too Many Attempts.', 429, { 'retry-after': '60', 'x-ratelimit-remaining': '0' }),
};

/** Routes of the group `web`. */
const withCsrf = (answer: Response) => {
  answer.headers.append('set-cookie', 'XSRF-TOKEN=eyJpdiI6; path=/');
  return answer;
};

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
export const request = {
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

export type Answers = Record<string, () => Response>;

/** Numbers as texts, lists by keys, PHP's empty maps. It has no warehouse. */
const ANSWERS: Answers = {
  'POST /api/getUser': () =>
    json({
      id: '7',
      name: 'Петр',
      email: OLD_USER,
      roles: [{ name: 'moderator', display_name: null }],
      can: [{ name: 'edit_promoters' }, { name: 'work_promoter' }],
    }),
  'GET /api/promo/contacts/list': () =>
    json({
      list: { current_page: '1', last_page: '2', per_page: '15', data: { 0: contact('9'), 2: contact('8') } },
    }),
  'GET /api/promo/contacts/fullList': () => json({ 0: { id: '9', name: 'Петр' } }),
  'GET /api/promo/contacts/edit/9': () => json({ contact: contact('9') }),
  'GET /api/promo/contacts/getStates': () => json({ 1: 'Новый', 2: 'Постоянный', 3: 'Не звонить' }),
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
  'GET /abac/getPolicies': () => withCsrf(json([])),
  'GET /abac/getAllPip': () => withCsrf(json([])),
  'GET /abac/getPipsAttributeList': () => withCsrf(json([])),
  'GET /abac/getComparisonList': () => withCsrf(json([])),
  'GET /oauth/clients': () => withCsrf(json([])),
  'GET /oauth/tokens': () => withCsrf(json([])),
  'GET /oauth/personal-access-tokens': () => withCsrf(json([])),
  'GET /oauth/scopes': () => withCsrf(json([])),
};

/** The backend with some calls answered otherwise; a page of any origin may read it. */
export function oldLaravel(changed: Answers = {}): typeof fetch {
  const answers = { ...ANSWERS, ...changed };
  return async (input, init) => {
    const asked = new Request(input, init);
    const answer = await answerOf(asked, answers);
    answer.headers.set('access-control-allow-origin', '*');
    return answer;
  };
}

async function answerOf(asked: Request, answers: Answers): Promise<Response> {
  const { pathname } = new URL(asked.url);
  if (asked.method === 'OPTIONS') return preflight();
  const body = await asked.text();
  if (pathname === '/oauth/token')
    return answers['POST /oauth/token']?.() ?? token(new URLSearchParams(body));
  if (asked.headers.get('authorization') !== 'Bearer old-secret-token')
    return json({ error: 'Unauthenticated.' }, 401);
  if (body.includes('2026-99-99')) return json({ dateFrom: ['Это не дата.'] }, 422);
  return answers[`${asked.method} ${pathname}`]?.() ?? ERRORS.notFound();
}

function preflight(): Response {
  const methods = 'GET, POST, PUT, DELETE';
  const headers = 'authorization, content-type, x-requested-with, idempotency-key, if-match, if-none-match';
  return new Response(null, {
    status: 204,
    headers: { 'access-control-allow-methods': methods, 'access-control-allow-headers': headers },
  });
}

function token(form: URLSearchParams): Response {
  if (form.get('grant_type') === 'refresh_token') {
    const hint = 'Cannot decrypt the refresh token';
    return json({ error: 'invalid_request', message: 'The refresh token is invalid.', hint }, 400);
  }
  if (form.get('username') !== OLD_USER) {
    return json({ error: 'invalid_credentials', message: 'The user credentials were incorrect.' }, 401);
  }
  const pair = { access_token: 'old-secret-token', refresh_token: 'old-refresh-token' };
  return json({ token_type: 'Bearer', expires_in: 31_536_000, ...pair });
}

const WINDOW_MS = 60 * SECOND_MS;

/** Laravel's fixed window over that backend: so many requests a minute of the clock, then a 429 with the seconds left. */
export function throttled(perMinute: number, now: () => number): typeof fetch {
  const backend = oldLaravel();
  let opened = now();
  let asked = 0;
  return async (input, init) => {
    if (now() - opened >= WINDOW_MS) [opened, asked] = [now(), 0];
    asked += 1;
    if (asked <= perMinute) return backend(input, init);
    const answer = ERRORS.throttled();
    answer.headers.set('retry-after', String(Math.floor((opened + WINDOW_MS - now()) / SECOND_MS)));
    return answer;
  };
}
