import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { basaDistrictList, basaWorkList, pointWorkList, sendOrder } from '#contract/orders.ts';
import { getRequest, listRequests } from '#contract/requests.ts';
import * as calls from '#tests/support/calls.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { contacts, requests } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');
let contactId: number;
const post = (path: string, body: unknown, headers = mine) => calls.post(server, path, body, headers);
const get = (path: string, headers = mine) => calls.get(server, path, headers);

beforeAll(async () => {
  const anna = {
    first_name: 'Анна',
    last_name: 'Ёлкина',
    contact_phones: [{ full_phone: '0001234567' }, { full_phone: '0001234568' }],
  };
  contactId = (await post(saveContact.path, anna)).body.id;
});

const order = (changes: Record<string, unknown> = {}) => ({
  type: 'point',
  contact_id: contactId,
  broken: 'Не включается',
  district_id: server.references.pointDistrict,
  work_id: server.references.pointWork,
  street: 'Садовая',
  house: '5',
  korp: '2',
  flat: '12',
  ...changes,
});
const errorsOf = async (changes: Record<string, unknown>) => {
  const { status, body } = await post(sendOrder.path, order(changes));
  return [status, Object.keys(body.errors ?? {})];
};

describe('sending an order', () => {
  it('answers with the full code and remembers name and phones of the contact', async () => {
    const { status, body } = await post(sendOrder.path, order());
    expect(status).toBe(200);
    expect(body.fullcode).toBe(`М-${String(body.code_number).padStart(6, '0')}`);
    const yana = { id: contactId, first_name: 'Яна', contact_phones: [{ full_phone: '0007654321' }] };
    await post(saveContact.path, yana);
    const { body: request } = await get(getRequest.path.replace(':codeNumber', String(body.code_number)));
    expect(request).toEqual({
      id: body.id,
      fullcode: body.fullcode,
      code_number: body.code_number,
      client_fio: 'Ёлкина Анна',
      phones: [{ full_phone: '70001234567' }, { full_phone: '70001234568' }],
      work_name: 'Ремонт ноутбука',
      district_name: 'Центр',
      type: 'point',
      state: 'new',
      state_name: 'Новая',
      date_add: body.created_at,
      created_at: body.created_at,
      tofirm: null,
      promo_report_id: null,
      paid: 0,
      percent: null,
      address: 'Садовая, д. 5, корп. 2, кв. 12',
      broken: 'Не включается',
    });
  });

  it('has the first name alone of a contact whose last name was imported empty', async () => {
    const eva = { first_name: 'Ева', contact_phones: [{ full_phone: '0001234567' }] };
    const { body: contact } = await post(saveContact.path, eva);
    await server.db.update(contacts).set({ last_name: '' }).where(eq(contacts.id, contact.id));
    const { body: sent } = await post(sendOrder.path, order({ contact_id: contact.id }));
    const [kept] = await server.db.select().from(requests).where(eq(requests.id, sent.id));
    expect(kept?.client_fio).toBe('Ева');
  });

  it('needs a house in the workshop order only', async () => {
    expect(await errorsOf({ house: '' })).toEqual([422, ['house']]);
    const { basaDistrict: district_id, basaWork: work_id } = server.references;
    const { body } = await post(sendOrder.path, order({ type: 'basa', house: '', district_id, work_id }));
    expect(body.fullcode).toMatch(/^Л-\d{6}$/);
  });

  it('has room for 10 characters of house, korp and flat in the workshop order, for 255 in the home order', async () => {
    const long = (count: number) => ({
      house: 'я'.repeat(count),
      korp: 'я'.repeat(count),
      flat: 'я'.repeat(count),
    });
    const { basaDistrict: district_id, basaWork: work_id } = server.references;
    const home = { type: 'basa', district_id, work_id };
    const parts = ['house', 'korp', 'flat'];
    expect(await errorsOf(long(10))).toEqual([200, []]);
    expect(await errorsOf(long(11))).toEqual([422, parts]);
    expect(await errorsOf({ ...home, ...long(255) })).toEqual([200, []]);
    expect(await errorsOf({ ...home, ...long(256) })).toEqual([422, parts]);
  });

  it('names what is inactive, of the other kind or deleted', async () => {
    expect(await errorsOf({ work_id: server.references.inactiveWork })).toEqual([422, ['work_id']]);
    expect(await errorsOf({ district_id: server.references.basaDistrict })).toEqual([422, ['district_id']]);
    expect(await errorsOf({ contact_id: 999_999, work_id: 999_999 })).toEqual([
      422,
      ['contact_id', 'work_id'],
    ]);
    const eva = { first_name: 'Ева', contact_phones: [{ full_phone: '0001234567' }] };
    const { body: made } = await post(saveContact.path, eva);
    await post('/api/promo/contacts/delete', { id: made.id });
    expect(await errorsOf({ contact_id: made.id })).toEqual([422, ['contact_id']]);
  });
});

describe('reading orders', () => {
  it('counts, sums and filters, numbers as numbers on either engine', async () => {
    const owner = await server.signIn(server.users.moderator);
    const peter = { first_name: 'Пётр', contact_phones: [{ full_phone: '0005554433' }] };
    const { body: contact } = await post(saveContact.path, peter, owner);
    const codes: number[] = [];
    for (let number = 0; number < 3; number++) {
      server.clock.advance(1000);
      codes.push((await post(sendOrder.path, order({ contact_id: contact.id }), owner)).body.code_number);
    }
    const at = new Date(server.clock());
    const done = { state_code: 'done', tofirm_kop: 150_050, percent_kop: 45_015, done_at: at };
    for (const [number, more] of [
      [codes[0], {}],
      [codes[1], { paid_at: at }],
    ] as const) {
      const which = eq(requests.code_number, number ?? 0);
      await server.db
        .update(requests)
        .set({ ...done, ...more })
        .where(which);
    }
    const { body } = await post(`${listRequests.path}?page=1`, { status: 'done' }, owner);
    const counts = { all: 3, paid: 1, done: 2 };
    expect(body).toMatchObject({ status: 'done', counts, percentSum: 900.3, total: 2, last_page: 1 });
    expect(body.list).toMatchObject([
      { paid: 1, tofirm: 1500.5, percent: 450.15, state_name: 'Выполнена' },
      { paid: 0, tofirm: 1500.5 },
    ]);
    expect(Object.keys(body).slice(-3)).toEqual(['status', 'counts', 'percentSum']);
    const all = await post(listRequests.path, {}, owner);
    const { status, list, percentSum } = all.body;
    expect([status, list.length, list[0].code_number, percentSum]).toEqual(['all', 3, codes[2], 900.3]);
    expect((await post(listRequests.path, { status: 'paid' }, owner)).body.percentSum).toBe(450.15);
  });

  it('offers active districts and works as trees', async () => {
    const { body } = await get(basaDistrictList.path);
    const children = [{ id: server.references.basaChildDistrict, name: 'Сосновка' }];
    expect(body).toEqual({ list: [{ id: server.references.basaDistrict, name: 'Север', children }] });
    expect((await get(basaWorkList.path)).body.list).toHaveLength(1);
    expect((await get(pointWorkList.path)).body.list[0].name).toBe('Ремонт ноутбука');
    expect((await get('/api/promo/contacts/getStates')).body.list).toHaveLength(4);
  });
});
