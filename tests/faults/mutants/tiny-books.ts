import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import { fingerprint } from '#kit/hash.ts';
import { fullPhone } from '#kit/phone.ts';
import { refuse } from './tiny-backend.ts';

type Values = {
  first_name: string;
  last_name: string;
  comment: string;
  contact_phones: { full_phone: string }[];
};

/** A contact as the tiny backend keeps and tells it. */
export type TinyContact = Values & { id: number; userId: number; created_at: string };

/** An order as the tiny backend keeps it. */
export type TinyOrder = {
  id: number;
  userId: number;
  contact: TinyContact;
  type: string;
  street: string;
  broken: string;
  created_at: string;
};

/** What the tiny backend knows of contacts and orders. */
export type TinyBooks = {
  contacts: TinyContact[];
  orders: TinyOrder[];
  /** A contact that came to the server past every phone. */
  add(userId: number, values: ContactValues): TinyContact;
  /** The answer to a question; null if the request is none. */
  read(request: Request, userId: number): Response | Promise<Response> | null;
  /** Carries a change out, or refuses it. */
  change(path: string, userId: number, body: Record<string, unknown>): Response;
};

const NOW = '2026-11-21 12:00:00';

/** Empty books. */
export function createTinyBooks(): TinyBooks {
  let lastId = 100;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const books: TinyBooks = {
    contacts: [],
    orders: [],
    add(userId, { phones, ...names }) {
      const contact_phones = phones.map(phone => ({ full_phone: fullPhone(phone) }));
      const contact = { ...names, contact_phones, id: nextId(), userId, created_at: NOW };
      books.contacts.push(contact);
      return contact;
    },
    read: (request, userId) => read(books, request, userId),
    change(path, userId, body) {
      if (path.endsWith('/contacts/save')) return saveContact(books, userId, body, nextId);
      if (path.endsWith('/contacts/delete')) return deleteContact(books, userId, body);
      if (path.endsWith('/orders/sendOrder')) return addOrder(books, userId, body, nextId);
      return refuse(404, 'Not found');
    },
  };
  return books;
}

function read({ contacts, orders }: TinyBooks, request: Request, userId: number) {
  const { pathname } = new URL(request.url);
  const mine = contacts.filter(contact => contact.userId === userId).reverse();
  if (pathname.endsWith('/contacts/getStates')) return Response.json({ list: [{ id: 1, name: 'Новый' }] });
  if (pathname.endsWith('/contacts/fullList')) return tagged(request, { list: mine });
  if (pathname.endsWith('/contacts/list')) return Response.json({ list: mine, ...onePage(mine.length) });
  if (pathname.endsWith('/orders/getRequests')) {
    const list = orders.filter(order => order.userId === userId).map(told);
    const sums = { status: 'all', counts: { all: list.length, paid: 0, done: 0 }, percentSum: 0 };
    return Response.json({ list: list.reverse(), ...onePage(list.length), ...sums });
  }
  const [, id] = /\/contacts\/edit\/(\d+)$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const contact = mine.find(each => each.id === Number(id));
  return contact ? Response.json(contact) : refuse(404, 'No such contact');
}

function tagged(request: Request, answer: unknown): Response {
  const ETag = `"${fingerprint(JSON.stringify(answer))}"`;
  if (request.headers.get('If-None-Match') === ETag)
    return new Response(null, { status: 304, headers: { ETag } });
  return Response.json(answer, { headers: { ETag } });
}

function onePage(total: number) {
  const ends = { from: total > 0 ? 1 : null, to: total > 0 ? total : null };
  return {
    ...{ current_page: 1, last_page: 1, per_page: 50, total, ...ends },
    ...{ prev_page_url: null, next_page_url: null },
  };
}

function saveContact(
  { contacts }: TinyBooks,
  userId: number,
  body: Record<string, unknown>,
  nextId: () => number,
): Response {
  const { first_name, last_name, comment, contact_phones } = body as Values;
  const values = { first_name, last_name, comment, contact_phones };
  if (body.id === undefined) {
    contacts.push({ ...values, id: nextId(), userId, created_at: NOW });
    return Response.json(contacts.at(-1));
  }
  const known = contacts.find(contact => contact.id === body.id && contact.userId === userId);
  if (!known) return refuse(404, 'No such contact');
  return Response.json(Object.assign(known, values));
}

function deleteContact({ contacts }: TinyBooks, userId: number, { id }: Record<string, unknown>): Response {
  const at = contacts.findIndex(contact => contact.id === id && contact.userId === userId);
  if (at < 0) return refuse(404, 'No such contact');
  contacts.splice(at, 1);
  return Response.json({ status: 'success' });
}

function addOrder(
  { contacts, orders }: TinyBooks,
  userId: number,
  body: Record<string, unknown>,
  nextId: () => number,
): Response {
  const contact = contacts.find(each => each.id === body.contact_id && each.userId === userId);
  if (!contact) return refuse(422, 'No such contact');
  const { type, street, broken } = body as Pick<TinyOrder, 'type' | 'street' | 'broken'>;
  const order = { id: nextId(), userId, contact, type, street, broken, created_at: NOW };
  orders.push(order);
  return Response.json({ id: order.id, fullcode: `М-${order.id}` });
}

/** An order as the list of requests tells it. */
function told({ id, contact, type, street, broken, created_at }: TinyOrder) {
  return {
    ...{ id, fullcode: `М-${id}`, code_number: id, client_fio: contact.first_name, type, broken },
    ...{ phones: contact.contact_phones, work_name: 'Ремонт ноутбука', state_name: 'Новая', address: street },
    ...{ date_add: created_at, tofirm: null, promo_report_id: null, paid: 0, percent: null, created_at },
  };
}
