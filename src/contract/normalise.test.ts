import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Contact, listAllContacts, listContacts } from './contacts.ts';
import { normalise } from './normalise.ts';
import { ReferenceItem } from './orders.ts';
import { listRequests, Request } from './requests.ts';
import { CurrentUser, obtainToken } from './session.ts';
import { list } from './wire.ts';

const ZONE = 'Europe/Moscow';
/** Runs an expectation over every variant. */
const forAll = (variants: fc.Arbitrary<unknown>, check: (raw: unknown) => void) =>
  fc.assert(fc.property(variants, raw => void check(raw)));
const read = <S extends v.GenericSchema>(schema: S, raw: unknown) =>
  v.parse(schema, normalise(schema, raw, ZONE));

const numbers = (value: number) => fc.constantFrom(value, String(value));
const dates = fc.constantFrom(
  '2026-11-20 15:12:39',
  '2026-11-20T12:12:39.000000Z',
  '2026-11-20T15:12:39+03:00',
  { date: '2026-11-20 15:12:39.000000', timezone_type: 3, timezone: 'Europe/Moscow' },
  { date: '2026-11-20 12:12:39.000000', timezone_type: 3, timezone: 'UTC' },
  1_795_176_759,
);
const phones = fc.constantFrom(
  ...['9161234567', '79161234567', '89161234567', '779161234567', '+7 (916) 123-45-67', 9161234567],
);
const phoneRows = phones.chain(phone =>
  fc.constantFrom<unknown>({ full_phone: phone }, { full_phone: phone, id: 3 }),
);
const keyed = (rows: unknown[]) => Object.fromEntries(rows.map((row, index) => [String(index * 2), row]));
const arrays = (rows: unknown[]) => fc.constantFrom<unknown>(rows, keyed(rows));

const contacts = fc.record({
  id: numbers(5),
  first_name: fc.constant('Алёна'),
  last_name: fc.constantFrom(null, ''),
  comment: fc.constantFrom(null, '', undefined),
  created_at: dates,
  contact_phones: phoneRows.chain(row => arrays([row])),
});
const contact = {
  id: 5,
  first_name: 'Алёна',
  last_name: '',
  comment: '',
  created_at: '2026-11-20 15:12:39',
  contact_phones: [{ full_phone: '9161234567' }],
};

const wrapped = <T>(value: T, ...names: string[]) =>
  fc.constantFrom<unknown>(value, ...names.map(name => ({ [name]: value })));

const lists = (rows: unknown[]) =>
  arrays(rows).chain(array =>
    fc.constantFrom<unknown>(
      array,
      { list: array },
      { data: array, total: 1 },
      { list: { data: array, current_page: 1 } },
      { data: array, meta: {}, links: {} },
      { data: { list: array } },
    ),
  );

describe('every permutation of the variants yields the same entity', () => {
  it('contact', () => {
    const variants = contacts.chain(raw => wrapped(raw, 'data', 'contact'));
    forAll(variants, raw => expect(read(Contact, raw)).toEqual(contact));
  });

  it('list of contacts, in which a text that is missing stays missing', () => {
    const { comment: _, ...untold } = contact;
    const row = (raw: { comment: unknown }) => (raw.comment === undefined ? untold : contact);
    const variants = contacts.chain(raw => lists([raw]).map(answer => ({ answer, list: [row(raw)] })));
    fc.assert(
      fc.property(variants, ({ answer, list }) => {
        expect(read(listAllContacts.reply, answer)).toStrictEqual({ list });
      }),
    );
  });

  it('page of contacts', () => {
    const paging = { current_page: '2', last_page: 3, per_page: 1, from: 2, to: '2', total: 3 };
    const variants = contacts
      .chain(raw => arrays([raw]))
      .chain(rows =>
        fc.constantFrom<unknown>(
          { list: rows, ...paging },
          { data: rows, ...paging },
          { list: { data: rows, ...paging } },
          { data: rows, meta: paging, links: { next: 'http://x?page=3' } },
          { data: { list: rows, ...paging } },
        ),
      );
    const expected = {
      list: [contact],
      current_page: 2,
      last_page: 3,
      per_page: 1,
      from: 2,
      to: 2,
      total: 3,
      prev_page_url: '?page=1',
      next_page_url: '?page=3',
    };
    forAll(variants, raw => expect(read(listContacts.reply, raw)).toEqual(expected));
  });

  it('current user', () => {
    const flags = fc.constantFrom<unknown>(
      ...[{ edit_users: true }, { edit_users: 1 }, { edit_users: '1' }],
      ...[['edit_users'], [{ name: 'edit_users' }]],
    );
    const role = { name: 'admin', display_name: 'Администратор' };
    const roles = fc.constantFrom<object>({ role }, { role: [role] }, { roles: [role] });
    const variants = fc
      .tuple(numbers(7), flags, roles)
      .chain(([id, can, roled]) =>
        wrapped({ id, name: 'Анна', email: 'a@b.ru', can, ...roled }, 'data', 'user'),
      );
    const expected = { id: 7, name: 'Анна', email: 'a@b.ru', role, can: { edit_users: true } };
    forAll(variants, raw => expect(read(CurrentUser, raw)).toEqual(expected));
  });

  it('request', () => {
    const requestPhones = phones.chain(phone =>
      fc.constantFrom<unknown>([phone], [{ full_phone: phone }], String(phone), `${phone},`),
    );
    const variants = fc
      .record({
        id: numbers(9),
        fullcode: fc.constant('Л-000123'),
        code_number: numbers(123),
        client_fio: fc.constant('Ольга'),
        phones: requestPhones,
        work_name: fc.constant('Замок'),
        type: fc.constant('basa'),
        state_name: fc.constant('Новая'),
        date_add: dates,
        created_at: dates,
        tofirm: fc.constantFrom(1500, '1500.00'),
        percent: fc.constantFrom(450, '450.00'),
        promo_report_id: fc.constantFrom(null, undefined),
        paid: fc.constantFrom(0, '0', null),
      })
      .chain(raw => wrapped(raw, 'data', 'request'));
    forAll(variants, raw =>
      expect(read(Request, raw)).toMatchObject({
        id: 9,
        code_number: 123,
        tofirm: 1500,
        percent: 450,
        paid: 0,
        promo_report_id: null,
        phones: [{ full_phone: '9161234567' }],
        date_add: '2026-11-20 15:12:39',
      }),
    );
  });

  it('reference list with title for name', () => {
    const row = { id: '4', title: 'Люберцы', children: { '0': { id: 5, name: 'Малаховка' } } };
    const expected = { list: [{ id: 4, name: 'Люберцы', children: [{ id: 5, name: 'Малаховка' }] }] };
    forAll(lists([row]), raw => expect(read(list(ReferenceItem), raw)).toEqual(expected));
  });
});

it('reads empty PHP arrays as empty maps', () => {
  expect(read(CurrentUser, { id: 1, name: '', role: [], can: [] }).can).toEqual({});
  const page = read(listRequests.reply, { list: [], counts: [], percentSum: '0.00' });
  const counts = { all: 0, paid: 0, done: 0 };
  expect(page).toMatchObject({ counts, percentSum: 0, from: null, last_page: 1 });
  expect(read(listRequests.reply, { list: [] })).toMatchObject({ percentSum: null });
});

it('infers the last page from a short page', () => {
  const lastPage = (length: number) => {
    const data = Array.from({ length }, (_, index) => ({ ...contact, id: index + 1 }));
    return read(listContacts.reply, { data, per_page: 15, current_page: 4 }).last_page;
  };
  expect([lastPage(2), lastPage(15)]).toEqual([4, 5]);
});

it('reads a personal token as a pair without refresh token', () => {
  const raw = { accessToken: 'x', token: { id: 1 } };
  const pair = { access_token: 'x', refresh_token: '', expires_in: 31_536_000 };
  expect(read(obtainToken.reply, raw)).toEqual(pair);
});

it('does not bend what is no answer of ours into one', () => {
  for (const raw of [null, '', [], 'ok', { id: 0 }, { id: 'x' }, { message: 'Server Error' }]) {
    expect(v.safeParse(Contact, normalise(Contact, raw, ZONE)).success).toBe(false);
  }
  for (const raw of [undefined, null, '', {}, 'ok', { message: 'Server Error' }, { list: 'x' }]) {
    for (const { reply } of [listAllContacts, listContacts]) {
      expect(v.safeParse(reply, normalise(reply, raw, ZONE)).success).toBe(false);
    }
  }
});
