import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { orderValues, requestRow } from '#tests/support/cached-rows.ts';
import { type Phone, signedInPhone } from '#tests/support/phone.ts';
import {
  ADDRESSES_KEPT,
  parseAddress,
  readLastOrder,
  readRecentChoices,
  readStreets,
  rememberAddress,
} from './last-order.ts';
import type { OrderValues } from './order-kinds.ts';

let phone: Phone;

beforeEach(async () => {
  phone = await signedInPhone();
  await keepLists('basa', ['Центр', 'Окраина'], ['Ноутбук', 'Телевизор']);
  await keepLists('point', ['Окраина', 'Центр'], ['Ноутбук']);
});

async function keepLists(type: 'basa' | 'point', districts: string[], works: string[]) {
  const rows = (names: string[]) => names.map((name, at) => ({ id: at + 1, name }));
  const { references } = phone.book().cache;
  await references.put({ name: `${type}DistrictList`, items: rows(districts), refreshedAt: 1 });
  await references.put({ name: `${type}WorkList`, items: rows(works), refreshedAt: 1 });
}

const address = { street: 'Лесная', house: '5', korp: '', flat: '7', broken: 'Шумит' };
const anna = { key: '7', phones: ['0001234567'] };

const remember = (rest: Partial<OrderValues> = {}, at = phone.clock.now) =>
  rememberAddress(
    phone.book(),
    {
      ...orderValues({ work: { id: 1, name: 'Ноутбук' }, broken: 'Шумит', flat: '7', ...rest }),
      entryId: newId(),
    },
    at,
  );
const last = (contact = anna, type: OrderValues['type'] = 'basa') =>
  readLastOrder(phone.book(), contact, type);

const request = (id: number, rest: Partial<RequestRow> = {}) =>
  requestRow(id, {
    work_name: 'Телевизор',
    district_name: 'Окраина',
    address: 'Полевая, д. 9',
    created_at: `2026-11-0${id} 09:00:00`,
    ...rest,
  });

describe('the last order of a contact', () => {
  it('is nothing for somebody who never ordered', async () => {
    expect(await last()).toBeNull();
  });

  it('is what was saved on this device, before anything that the server tells', async () => {
    await phone.book().cache.requests.put(request(1));
    await remember();
    expect(await last()).toEqual({
      district: { id: 1, name: 'Центр' },
      work: { id: 1, name: 'Ноутбук' },
      ...address,
    });
  });

  it('finds the same names in the lists of the other kind of order, whatever their ids', async () => {
    await remember();
    expect(await last(anna, 'point')).toMatchObject({ district: { id: 2, name: 'Центр' }, work: { id: 1 } });
  });

  it('leaves out what is no longer in the lists', async () => {
    await remember();
    await keepLists('basa', ['Окраина'], ['Телевизор']);
    expect(await last()).toEqual({ district: null, work: null, ...address });
  });

  it('does not guess between two rows of one name', async () => {
    await remember({ type: 'point' });
    await keepLists('basa', ['Центр', 'Центр'], ['Ноутбук']);
    expect(await last()).toMatchObject({ district: null, work: { id: 1 } });
    await remember({ district: { id: 2, name: 'Центр' } });
    expect(await last()).toMatchObject({ district: { id: 2 } });
  });

  it('is still known after the server has given a contact of this device its number', async () => {
    const localId = newId();
    await remember({ contact: localId });
    const { db, ownerKey } = phone.book();
    await db.idMap.put({ localId, ownerKey, noun: 'contact', serverId: 70 });
    expect(await last({ key: '70', phones: [] })).toMatchObject(address);
  });

  it('is read from the newest request of the phones where nothing was saved here', async () => {
    const { requests } = phone.book().cache;
    await requests.bulkPut([
      request(2),
      request(1, { address: 'Старая, д. 1' }),
      request(3, { phones: [{ full_phone: '0009999999' }] }),
    ]);
    expect(await last()).toEqual({
      district: { id: 2, name: 'Окраина' },
      work: { id: 2, name: 'Телевизор' },
      street: 'Полевая',
      house: '9',
      korp: '',
      flat: '',
      broken: '',
    });
  });

  it('is nothing where a request names neither place nor work that is known here', async () => {
    const unknown = { district_name: undefined, work_name: 'Печь', address: undefined };
    await phone.book().cache.requests.put(request(1, unknown));
    expect(await last()).toBeNull();
  });

  it('is not offered before the lists are here, and not of a row that cannot be read', async () => {
    await phone.book().cache.addresses.put({ key: 'contact|7', at: 1, value: { street: 5 } });
    expect(await last()).toBeNull();
    await remember();
    await phone.book().cache.references.clear();
    expect(await last()).toBeNull();
  });
});

it('the last choices are the newest three of each list, each once, as long as it has them', async () => {
  await keepLists('basa', ['А', 'Б', 'В', 'Г'], ['Ноутбук']);
  for (const [at, name] of ['А', 'Б', 'Нет такого', 'В', 'Г', 'Б'].entries()) {
    await remember({ contact: String(at), district: { id: 9, name } }, at);
  }
  const { districts, works } = await readRecentChoices(phone.book(), 'basa');
  expect(districts.map(({ name }) => name)).toEqual(['Б', 'Г', 'В']);
  expect(works).toEqual([{ id: 1, name: 'Ноутбук' }]);
});

describe('the streets of a district', () => {
  const streets = (district: string) => readStreets(phone.book().cache, district);

  it('are those that its orders went to, the last one first, each once', async () => {
    await remember({ street: 'Лесная' }, 1);
    await remember({ street: 'Полевая' }, 2);
    await remember({ street: 'лесная' }, 3);
    await remember({ street: 'Дальняя', district: { id: 2, name: 'Окраина' } }, 4);
    expect(await streets('Центр')).toEqual(['лесная', 'Полевая']);
    expect(await streets('')).toEqual([]);
  });

  it('do not mix with a district whose name begins alike', async () => {
    await remember({ street: 'Дальняя', district: { id: 3, name: 'Центральный' } });
    expect(await streets('Центр')).toEqual([]);
  });
});

it('remembers no more than fits, and forgets the oldest first', async () => {
  const rows = Array.from({ length: ADDRESSES_KEPT }, (_, at) => ({
    key: `street|x|${at}`,
    at,
    value: null,
  }));
  const { addresses } = phone.book().cache;
  await addresses.bulkPut(rows);
  await remember();
  expect(await addresses.count()).toBe(ADDRESSES_KEPT);
  expect(await addresses.get('street|x|1')).toBeUndefined();
  expect(await last()).toMatchObject(address);
});

describe('an address in one text', () => {
  it.each([
    ['Лесная, д. 5, корп. 2, кв. 7', { street: 'Лесная', house: '5', korp: '2', flat: '7' }],
    ['Лесная, д. 5к1', { street: 'Лесная', house: '5к1', korp: '', flat: '' }],
    ['Лесная, кв. 7', { street: 'Лесная', house: '', korp: '', flat: '7' }],
    ['ул. Лесная, дом 5, квартира 7', { street: 'ул. Лесная', house: '5', korp: '', flat: '7' }],
    ['г. Тула, ул. Лесная, д.5', { street: 'г. Тула, ул. Лесная', house: '5', korp: '', flat: '' }],
    ['д. Петровка, Лесная, д. 5', { street: 'д. Петровка, Лесная', house: '5', korp: '', flat: '' }],
    ['Лесная', { street: 'Лесная', house: '', korp: '', flat: '' }],
  ])('takes «%s» apart', (address, parts) => {
    expect(parseAddress(address, 'point')).toEqual(parts);
  });

  it.each([
    ['Лесная, 5'],
    ['Лесная 5-7'],
    ['Лесная, д. 5, подъезд 2'],
    ['Лесная, д. 5, 7'],
    ['Лесная, кв. 7, д. 5'],
    ['Лесная, д. 5, д. 6'],
    ['д. 5, Лесная'],
    ['Лесная, д. '],
    ['Лесная, дом быта'],
    ['Лесная, д. 5 строение 12 литера А'],
    ['Дом быта, 3'],
  ])('leaves «%s» whole, because it is not certain', address => {
    expect(parseAddress(address, 'point')).toEqual({
      street: address.trim(),
      house: '',
      korp: '',
      flat: '',
    });
  });

  it('takes a long house for a home order, which has room for it', () => {
    const parts = { street: 'Лесная', house: '5 строение 12 литера А', korp: '', flat: '' };
    expect(parseAddress('Лесная, д. 5 строение 12 литера А', 'basa')).toEqual(parts);
  });
});
