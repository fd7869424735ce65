import { loginAs } from '#contract/session.ts';
import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { fingerprint } from '#kit/fingerprint.ts';
import { fullPhone } from '#kit/phone.ts';

/** A change that was carried out, in the order of the commits. */
export type Effect = { path: string; userId: number; key: string | null; body: Record<string, unknown> };

type Values = {
  first_name: string;
  last_name: string;
  comment: string;
  contact_phones: { full_phone: string }[];
};
type Contact = Values & { id: number; userId: number; created_at: string };
type Order = {
  id: number;
  userId: number;
  contact: Contact;
  type: string;
  street: string;
  broken: string;
  created_at: string;
};

/** A backend of a few lines: fast, and every effect of it is written down. */
export type FakeServer = {
  handle(request: Request): Response | Promise<Response>;
  effects: Effect[];
  contacts: Contact[];
  orders: Order[];
  /** A contact that came to the server past every phone. */
  addContact(userId: number, values: ContactValues): Contact;
  /** Carries a change out, or refuses it. */
  change(path: string, userId: number, body: Record<string, unknown>): Response;
  /** Sees each request first; what it returns is the answer, null lets the request through. */
  intercept: (request: Request) => Response | Promise<Response> | null;
  /** A session of whoever has this address, without any request. */
  admit(email: string): { userId: number; accessToken: string; refreshToken: string };
  /** Every access token that was given out so far works no longer. */
  expireTokens(): void;
  /** Every refresh token that was given out so far works no longer. */
  revokeAll(): void;
};

const NOW = '2026-11-21 12:00:00';
const REFERENCES = [{ id: 1, name: 'Центр' }];

/** An empty server. `keyed` false: it ignores the Idempotency-Key, as the firm's old backend does. */
export function createFakeServer({ keyed }: { keyed: boolean }): FakeServer {
  const access = new Map<string, number>();
  const refresh = new Map<string, number>();
  const users: string[] = [];
  const stored = new Map<string, { text: string; answer: Response }>();
  let given = 0;
  let lastId = 100;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };

  /** Whoever signs in exists, from the first time on. */
  function userIdOf(email: string): number {
    if (!users.includes(email)) users.push(email);
    return users.indexOf(email) + 1;
  }

  function giveTokens(userId: number) {
    given += 1;
    const [accessToken, refreshToken] = [`access-${given}`, `refresh-${given}`];
    access.set(accessToken, userId);
    refresh.set(refreshToken, userId);
    return { accessToken, refreshToken };
  }

  function answerOAuth(path: string, form: URLSearchParams): Response {
    if (path === '/oauth/revoke') return Response.json({});
    const spent = form.get('refresh_token') ?? '';
    const isPassword = form.get('grant_type') === 'password';
    const userId = isPassword ? userIdOf(form.get('username') ?? '') : refresh.get(spent);
    if (userId === undefined) return refuse(401, 'The refresh token is invalid.');
    refresh.delete(spent);
    const { accessToken, refreshToken } = giveTokens(userId);
    return Response.json({ access_token: accessToken, refresh_token: refreshToken, expires_in: 3600 });
  }

  /** A session as somebody else ends with its token. */
  function startImpersonation({ user_id }: { user_id: number }): Response {
    const { accessToken, refreshToken } = giveTokens(user_id);
    refresh.delete(refreshToken);
    return Response.json({ access_token: accessToken, refresh_token: '', expires_in: 3600 });
  }

  function presentUser(id: number): Response {
    const email = users[id - 1] ?? '';
    const role = { name: 'promoter', display_name: 'Промоутер' };
    return Response.json({ id, name: email, email, role, can: {} });
  }

  async function changeOnce(request: Request, path: string, userId: number): Promise<Response> {
    const text = await request.text();
    const key = keyed ? request.headers.get('Idempotency-Key') : null;
    const before = key === null ? undefined : stored.get(key);
    if (before && before.text !== text) return refuse(422, 'One key stands for one payload');
    if (before) return echoed(before.answer.clone(), 'replayed');
    const body = JSON.parse(text);
    const answer = server.change(path, userId, body);
    if (answer.ok) server.effects.push({ path, userId, key, body });
    if (key === null) return answer;
    if (answer.ok) stored.set(key, { text, answer: answer.clone() });
    return echoed(answer);
  }

  function saveContact(userId: number, body: Record<string, unknown>): Response {
    const { first_name, last_name, comment, contact_phones } = body as Values;
    const values = { first_name, last_name, comment, contact_phones };
    if (body.id === undefined) {
      const contact = { ...values, id: nextId(), userId, created_at: NOW };
      server.contacts.push(contact);
      return Response.json(contact);
    }
    const known = server.contacts.find(contact => contact.id === body.id && contact.userId === userId);
    return known ? Response.json(Object.assign(known, values)) : refuse(404, 'No such contact');
  }

  function deleteContact(userId: number, { id }: Record<string, unknown>): Response {
    const at = server.contacts.findIndex(contact => contact.id === id && contact.userId === userId);
    if (at < 0) return refuse(404, 'No such contact');
    server.contacts.splice(at, 1);
    return Response.json({ status: 'success' });
  }

  function addOrder(userId: number, body: Record<string, unknown>): Response {
    const contact = server.contacts.find(each => each.id === body.contact_id && each.userId === userId);
    if (!contact) return refuse(422, 'No such contact');
    const { type, street, broken } = body as Pick<Order, 'type' | 'street' | 'broken'>;
    const order = { id: nextId(), userId, contact, type, street, broken, created_at: NOW };
    server.orders.push(order);
    return Response.json({ id: order.id, fullcode: `М-${order.id}` });
  }

  const server: FakeServer = {
    effects: [],
    contacts: [],
    orders: [],
    intercept: () => null,
    addContact(userId, { phones, ...names }) {
      const contact_phones = phones.map(phone => ({ full_phone: fullPhone(phone) }));
      const contact = { ...names, contact_phones, id: nextId(), userId, created_at: NOW };
      server.contacts.push(contact);
      return contact;
    },
    change(path, userId, body) {
      if (path.endsWith('/contacts/save')) return saveContact(userId, body);
      if (path.endsWith('/contacts/delete')) return deleteContact(userId, body);
      if (path.endsWith('/orders/sendOrder')) return addOrder(userId, body);
      return refuse(404, 'Not found');
    },
    admit(email) {
      const userId = userIdOf(email);
      return { userId, ...giveTokens(userId) };
    },
    expireTokens: () => access.clear(),
    revokeAll: () => refresh.clear(),
    async handle(request) {
      const taken = server.intercept(request);
      if (taken) return taken;
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/oauth/')) {
        return answerOAuth(pathname, new URLSearchParams(await request.text()));
      }
      const userId = access.get(request.headers.get('Authorization')?.replace('Bearer ', '') ?? '');
      if (userId === undefined) return refuse(401, 'Unauthenticated.');
      if (pathname === '/api/getUser') return presentUser(userId);
      if (pathname === loginAs.path) return startImpersonation(await request.json());
      const isQuestion = request.method === 'GET' || pathname.endsWith('/getRequests');
      return isQuestion ? read(server, request, userId) : changeOnce(request, pathname, userId);
    },
  };
  return server;
}

/** An answer of our API that says no. */
export function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers });
}

function echoed(answer: Response, status = answer.ok ? 'stored' : 'refused'): Response {
  answer.headers.set('Idempotency-Status', status);
  return answer;
}

function read({ contacts, orders }: FakeServer, request: Request, userId: number): Response {
  const { pathname } = new URL(request.url);
  const mine = contacts.filter(contact => contact.userId === userId).reverse();
  if (pathname.endsWith('/contacts/fullList')) return tagged(request, { list: mine });
  if (pathname.endsWith('/contacts/list')) return Response.json({ list: mine, ...onePage(mine.length) });
  if (pathname.endsWith('/orders/getRequests')) {
    const list = orders.filter(order => order.userId === userId).map(presentOrder);
    const sums = { status: 'all', counts: { all: list.length, paid: 0, done: 0 }, percentSum: 0 };
    return Response.json({ list: list.reverse(), ...onePage(list.length), ...sums });
  }
  const [, id] = /\/contacts\/edit\/(\d+)$/.exec(pathname) ?? [];
  if (id === undefined) return Response.json({ list: REFERENCES });
  const contact = mine.find(each => each.id === Number(id));
  return contact ? Response.json(contact) : refuse(404, 'No such contact');
}

function tagged(request: Request, answer: unknown): Response {
  const headers = { ETag: `"${fingerprint(JSON.stringify(answer))}"` };
  const isKnown = request.headers.get('If-None-Match') === headers.ETag;
  return isKnown ? new Response(null, { status: 304, headers }) : Response.json(answer, { headers });
}

function onePage(total: number) {
  const ends = { from: total > 0 ? 1 : null, to: total > 0 ? total : null };
  return {
    current_page: 1,
    last_page: 1,
    per_page: 50,
    total,
    ...ends,
    prev_page_url: null,
    next_page_url: null,
  };
}

/** An order as the list of requests tells it. */
function presentOrder({ id, contact, type, street, broken, created_at }: Order) {
  return {
    id,
    fullcode: `М-${id}`,
    code_number: id,
    client_fio: contact.first_name,
    type,
    broken,
    phones: contact.contact_phones,
    work_name: 'Ремонт ноутбука',
    state_name: 'Новая',
    address: street,
    date_add: created_at,
    tofirm: null,
    promo_report_id: null,
    paid: 0,
    percent: null,
    created_at,
  };
}
