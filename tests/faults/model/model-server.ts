import type { Reply, Sent } from './sent.ts';

/** Somebody who may sign in. */
export type Account = { id: number; email: string; password: string };

export const ACCOUNTS: readonly Account[] = [
  { id: 1, email: 'a@example.com', password: 'a' },
  { id: 2, email: 'b@example.com', password: 'b' },
];

/** Something that was done on the server, for good. The log of these only grows. */
export type Effect = {
  what: 'create' | 'update' | 'delete' | 'order';
  userId: number;
  /** The text that the user put in: it ties the effect to what was saved. */
  marker: string;
  serverId: number;
  contactId: number;
  sent: Sent;
};

export type ServerContact = {
  id: number;
  userId: number;
  first_name: string;
  last_name: string;
  comment: string;
  created_at: string;
  contact_phones: { full_phone: string }[];
  isDeleted: boolean;
};

export type ServerOrder = { id: number; userId: number; contact: ServerContact; body: OrderBody; at: string };
type OrderBody = { type: string; contact_id: number; broken: string; street: string };

type Login = { userId: number; access: string; refresh: string; isOver: boolean; isSpent: boolean };

/** The backend, in memory. Keyed: it honours the key of a write. Legacy: it does not know what a key is. */
export type ModelServer = {
  handle(sent: Sent): Reply;
  /** From here on the key of this write is in progress; `handle` ends that. False: it is not let in at all. */
  begin(sent: Sent): boolean;
  effects: Effect[];
  contacts: Map<number, ServerContact>;
  orders: ServerOrder[];
  subjectOf(token: string): number | null;
  loginOf(refresh: string): Login | null;
  /** Signs in past the network. */
  login(userId: number): Login;
  expireAll(): void;
  addContact(userId: number, marker: string): ServerContact;
};

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  isOurs: true,
  headers: { 'Content-Type': 'application/json', ...headers },
});

const PHONE = '79990000001';
const REFERENCES = [{ id: 1, name: 'Ноутбук' }];

/** A server with both accounts and nothing else. `now` is the real time. */
export function createServer({ keyed, now }: { keyed: boolean; now: () => number }): ModelServer {
  const logins: Login[] = [];
  const contacts = new Map<number, ServerContact>();
  const orders: ServerOrder[] = [];
  const effects: Effect[] = [];
  const keys = new Map<string, { body: string; reply: Reply | null }>();
  const revisions = new Map<number, number>();
  let lastId = 100;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const stamp = () => new Date(now()).toISOString();
  const loginBy = (token: string) => logins.find(({ access }) => access === token) ?? null;

  function login(userId: number): Login {
    const id = nextId();
    const made = { userId, access: `access-${id}`, refresh: `refresh-${id}`, isOver: false, isSpent: false };
    logins.push(made);
    return made;
  }

  function note(what: Effect['what'], sent: Sent, contact: ServerContact, marker: string, serverId: number) {
    revisions.set(contact.userId, (revisions.get(contact.userId) ?? 0) + 1);
    effects.push({ what, userId: contact.userId, marker, serverId, contactId: contact.id, sent });
  }

  function addContact(userId: number, marker: string): ServerContact {
    const contact: ServerContact = {
      id: nextId(),
      userId,
      first_name: 'Анна',
      last_name: marker,
      comment: '',
      created_at: stamp(),
      contact_phones: [{ full_phone: PHONE }],
      isDeleted: false,
    };
    contacts.set(contact.id, contact);
    return contact;
  }

  const own = (userId: number) =>
    [...contacts.values()].filter(contact => contact.userId === userId && !contact.isDeleted).reverse();
  const known = (userId: number, id: unknown) => {
    const contact = contacts.get(Number(id));
    return contact?.userId === userId && !contact.isDeleted ? contact : null;
  };

  function saveContact(sent: Sent, userId: number): Reply {
    const { id, last_name, comment, first_name, contact_phones } = sent.json as Partial<ServerContact>;
    const found = id ? known(userId, id) : null;
    if (id && !found) return json({ message: 'Not found.' }, 404);
    const contact = found ?? addContact(userId, last_name ?? '');
    Object.assign(contact, { first_name, last_name, comment, contact_phones });
    note(found ? 'update' : 'create', sent, contact, (found ? comment : last_name) ?? '', contact.id);
    return json(contact);
  }

  function deleteContact(sent: Sent, userId: number): Reply {
    const contact = known(userId, sent.json.id);
    if (!contact) return json({ message: 'Not found.' }, 404);
    contact.isDeleted = true;
    note('delete', sent, contact, contact.last_name, contact.id);
    return json({ status: 'success' });
  }

  function sendOrder(sent: Sent, userId: number): Reply {
    const body = sent.json as OrderBody;
    const contact = known(userId, body.contact_id);
    if (!contact) return json({ message: 'Invalid.', errors: { contact_id: ['Нет такого'] } }, 422);
    const order = { id: nextId(), userId, contact, body, at: stamp() };
    orders.unshift(order);
    note('order', sent, contact, body.broken, order.id);
    return json({ id: order.id, fullcode: `М-${order.id}`, code_number: order.id, created_at: order.at });
  }

  const writes: Record<string, (sent: Sent, userId: number) => Reply> = {
    '/api/promo/contacts/save': saveContact,
    '/api/promo/contacts/delete': deleteContact,
    '/api/promo/orders/sendOrder': sendOrder,
  };

  /** The same key again is the same answer; with another content it is nobody's. */
  function write(sent: Sent, userId: number): Reply {
    const act = writes[sent.path];
    if (!act) return json({ message: 'Not found.' }, 404);
    if (!keyed || sent.key === null) return act(sent, userId);
    const scoped = `${userId}|${sent.key}`;
    const stored = keys.get(scoped);
    if (stored && stored.body !== sent.body) return json({ message: 'Another content.' }, 422);
    if (stored?.reply) return { ...stored.reply, headers: echo(stored.reply, 'replayed') };
    if (stored && !sent.isLate) return json({ message: 'In progress.' }, 409, { 'Retry-After': '1' });
    const reply = act(sent, userId);
    keys.set(scoped, { body: sent.body, reply });
    if (reply.status !== 200) keys.delete(scoped);
    return { ...reply, headers: echo(reply) };
  }

  function list(rows: unknown[], extra: Record<string, unknown> = {}): Reply {
    const paging = { current_page: 1, last_page: 1, per_page: 1000, from: 1, to: rows.length };
    return json({
      list: rows,
      ...paging,
      total: rows.length,
      prev_page_url: null,
      next_page_url: null,
      ...extra,
    });
  }

  function read(sent: Sent, userId: number): Reply {
    const single = /\/contacts\/edit\/(\d+)$/.exec(sent.path);
    if (single) {
      const contact = known(userId, single[1]);
      return contact ? json(contact) : json({ message: 'Not found.' }, 404);
    }
    if (sent.path.endsWith('/contacts/list')) return list(own(userId));
    if (sent.path.endsWith('/contacts/fullList')) return wholeBook(sent, userId);
    if (sent.path.endsWith('/getStates')) return list([{ id: 1, name: 'Новый' }]);
    return list(REFERENCES);
  }

  function wholeBook(sent: Sent, userId: number): Reply {
    if (!keyed) return list(own(userId));
    const tag = `W/"${revisions.get(userId) ?? 0}"`;
    if (sent.tag === tag) return { status: 304, body: '', headers: { ETag: tag }, isOurs: true };
    const whole = list(own(userId));
    return { ...whole, headers: { ...whole.headers, ETag: tag } };
  }

  function requests(userId: number): Reply {
    const rows = orders.filter(order => order.userId === userId).map(presentOrder);
    return list(rows, { status: 'all', counts: { all: rows.length, paid: 0, done: 0 }, percentSum: 0 });
  }

  function me(userId: number): Reply {
    const account = ACCOUNTS.find(({ id }) => id === userId);
    const role = { name: 'promoter', display_name: 'Промоутер' };
    return json({ id: userId, name: 'П', email: account?.email ?? '', role, can: {} });
  }

  function token(sent: Sent): Reply {
    const form = new URLSearchParams(sent.body);
    const account = ACCOUNTS.find(({ email }) => email === form.get('username'));
    const known = logins.find(({ refresh }) => refresh === form.get('refresh_token'));
    const isRefresh = form.get('grant_type') === 'refresh_token';
    if (isRefresh && (!known || known.isSpent)) return json({ error: 'invalid_grant' }, 401);
    if (!isRefresh && account?.password !== form.get('password'))
      return json({ error: 'invalid_grant' }, 400);
    if (known) Object.assign(known, { isSpent: true, isOver: true });
    const { access, refresh } = login(known?.userId ?? account?.id ?? 0);
    return json({ access_token: access, refresh_token: refresh, expires_in: 3600 });
  }

  return {
    effects,
    contacts,
    orders,
    login,
    addContact,
    begin(sent) {
      const login = loginBy(sent.token);
      if (!login || login.isOver) return false;
      const scoped = `${login.userId}|${sent.key}`;
      if (keyed && sent.key !== null && keys.has(scoped)) return false;
      if (keyed && sent.key !== null) keys.set(scoped, { body: sent.body, reply: null });
      return true;
    },
    handle(sent) {
      if (sent.path === '/oauth/token') return token(sent);
      if (sent.path === '/oauth/revoke') return json({});
      const login = loginBy(sent.token);
      if (!login || (login.isOver && !sent.isLate)) return json({ message: 'Unauthenticated.' }, 401);
      if (sent.path === '/api/getUser') return me(login.userId);
      if (sent.path.endsWith('/getRequests')) return requests(login.userId);
      return sent.method === 'GET' ? read(sent, login.userId) : write(sent, login.userId);
    },
    subjectOf: token => loginBy(token)?.userId ?? null,
    loginOf: refresh => logins.find(each => each.refresh === refresh) ?? null,
    expireAll() {
      for (const each of logins) each.isOver = true;
    },
  };
}

function echo({ status: code, headers }: Reply, status = code === 200 ? 'stored' : 'refused') {
  return { ...headers, 'Idempotency-Status': status };
}

function presentOrder({ id, contact, body, at }: ServerOrder) {
  return {
    id,
    fullcode: `М-${id}`,
    code_number: id,
    client_fio: contact.last_name,
    type: body.type,
    phones: contact.contact_phones,
    work_name: 'Ноутбук',
    state_name: 'Новая',
    date_add: at,
    tofirm: null,
    promo_report_id: null,
    paid: 0,
    percent: null,
    created_at: at,
    address: body.street,
    broken: body.broken,
  };
}
