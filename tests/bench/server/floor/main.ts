/**
 * The floor of the server's bench: Hono, the driver and prepared statements, and nothing else. It looks up the session for
 * each call and answers with the same JSON from the same rows; its writes are as durable, once per key, and in the audit.
 * It has no log, no metrics, no compression, no refusal but the plainest, no limit and no rule beside these.
 *
 * DATABASE_URL and PORT. A change here moves every ratio: it is tuned, and then left alone. Its statements are prepared, and not
 * pipelined, although four shared connections answered 1.3 to 1.5 times as many: what waits there for a lock or takes long holds up
 * everybody behind it, and no server for users may do that.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import pg from 'pg';
import { listAllContacts, listContacts, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { healthReady } from '#contract/runtime.ts';
import { POOL_SIZE } from '#server/db/open.ts';
import * as statements from './statements.ts';

const PER_PAGE = 15;

const { DATABASE_URL: connectionString, PORT: port } = process.env;
const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
const app = new Hono();

type Session = {
  id: number;
  bearer: string;
  scopes: string[];
  impersonator_id: number | null;
  is_first: boolean;
  permissions: string[];
};

/** Each row as its own statement names it. */
async function ask<Row extends object>(
  statement: statements.Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await pool.query({ ...statement, values: [...values] })).rows;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Who calls; nobody else than a page that has called before is known here. */
async function identify(c: Context): Promise<number> {
  const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
  const [session] = await ask<Session>(statements.SESSION, [sha256(token), new Date()]);
  const isPlain = session?.bearer === 'page' && session.scopes.length === 0 && !session.is_first;
  if (!session || !isPlain || session.impersonator_id !== null) throw new Error('not known here');
  return session.id;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

app.get(healthReady.path, c => c.json({ status: 'ok' }));

app.get(listContacts.path, async c => {
  const id = await identify(c);
  const page = Number(c.req.query('page') ?? 1);
  const values = [id, (page - 1) * PER_PAGE];
  const [found] = await ask<{ rows: string; here: number; total: number }>(statements.CONTACT_PAGE, values);
  const { rows, here, total } = found ?? { rows: '', here: 0, total: 0 };
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const from = (page - 1) * PER_PAGE + 1;
  const { origin } = new URL(c.req.url);
  const address = (number: number) => `${origin}${listContacts.path}?page=${number}`;
  const about = {
    current_page: page,
    last_page: last,
    per_page: PER_PAGE,
    from: here > 0 ? from : null,
    to: here > 0 ? from + here - 1 : null,
    total,
    prev_page_url: page > 1 ? address(page - 1) : null,
    next_page_url: page < last ? address(page + 1) : null,
  };
  return c.body(`{"list":[${rows}],${JSON.stringify(about).slice(1)}`, 200, JSON_HEADERS);
});

app.get(listAllContacts.path, async c => {
  const id = await identify(c);
  const [state] = await ask<{ version: string }>(statements.BOOK_VERSION, [id]);
  const ETag = `W/"1-${state?.version}"`;
  if (c.req.header('if-none-match') === ETag) return c.body(null, 304, { ETag });
  const [book] = await ask<{ rows: string }>(statements.BOOK, [id]);
  return c.body(`{"list":[${book?.rows}]}`, 200, { ...JSON_HEADERS, ETag });
});

type Fields = Record<string, string | undefined>;
type Order = Fields & { type: string };
type Contact = Fields & { contact_phones: { full_phone: string }[] };

const drawOrder = drawing(statements.DRAW('order_numbers', 'requests_id_seq', 'request_code_number'));
const drawContact = drawing(statements.DRAW('contact_numbers', 'contacts_id_seq'));
const drawPhone = drawing(statements.DRAW('phone_numbers', 'contact_phones_id_seq'));

/** Numbers of a process's own, some at a time. */
function drawing(statement: statements.Statement) {
  const drawn: number[][] = [];
  return async (): Promise<number[]> => {
    for (;;) {
      const next = drawn.pop();
      if (next) return next;
      const rows = await ask<Record<string, number>>(statement, []);
      drawn.push(...rows.map(row => Object.values(row)).reverse());
    }
  };
}

app.post(sendOrder.path, async c => {
  const id = await identify(c);
  const order = await c.req.json<Order>();
  const [orderId = 0, code = 0] = await drawOrder();
  const now = new Date();
  const fullcode = `${order.type === 'basa' ? 'Л' : 'М'}-${String(code).padStart(6, '0')}`;
  const body = { id: orderId, fullcode, code_number: code, created_at: inMicroseconds(now) };
  return once(c, { statement: statements.ORDER, id, now, sent: order, body }, [
    ...[order.contact_id, order.district_id, order.work_id, order.type, orderId, code, fullcode],
    ...[order.broken, order.street, order.house, order.korp, order.flat],
  ]);
});

app.post(saveContact.path, async c => {
  const id = await identify(c);
  const contact = await c.req.json<Contact>();
  const [contactId = 0] = await drawContact();
  const now = new Date();
  const phones: { id: number; full_phone: string }[] = [];
  for (const { full_phone } of contact.contact_phones)
    phones.push({ id: (await drawPhone())[0] ?? 0, full_phone });
  const { first_name = '', last_name = '', comment = '' } = contact;
  const dates = { created_at: inMicroseconds(now), updated_at: inMicroseconds(now) };
  const body = { id: contactId, first_name, last_name, comment, ...dates, contact_phones: phones };
  return once(c, { statement: statements.CONTACT_SAVED, id, now, sent: contact, body }, [
    ...[contactId, first_name, contact.last_name, contact.comment],
    ...[phones.map(phone => phone.id), phones.map(phone => phone.full_phone)],
  ]);
});

const inMicroseconds = (date: Date) => date.toISOString().replace('Z', '000Z');

type Write = { statement: statements.Statement; id: number; now: Date; sent: unknown; body: unknown };

/** Makes it with its key, its answer and its line of the audit; what was done under the key before is told again. */
async function once(c: Context, { statement, id, now, sent, body }: Write, values: unknown[]) {
  const key = c.req.header('idempotency-key');
  const text = Buffer.from(JSON.stringify(body));
  const { remoteAddress } = c.env.incoming.socket;
  const common = [id, c.req.path, key, sha256(JSON.stringify(sent)), now, text, remoteAddress, randomUUID()];
  const [done] = await ask<{ made: number }>(statement, [...common, ...values]);
  if (done?.made === 1) return c.body(text, 200, { ...JSON_HEADERS, 'Idempotency-Status': 'stored' });
  const [kept] = await ask<{ body: Uint8Array<ArrayBuffer> }>(statements.KEPT, common.slice(0, 4));
  if (!kept) return c.text('not made', 422);
  return c.body(kept.body, 200, { ...JSON_HEADERS, 'Idempotency-Status': 'replayed' });
}

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(Number(port), '127.0.0.1');

process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  if ('closeIdleConnections' in server) server.closeIdleConnections();
});
