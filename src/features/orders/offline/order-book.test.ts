import { beforeEach, describe, expect, it } from 'vitest';
import { readChangedSinceSeen } from '#storage/seen-requests.ts';
import { drain } from '#sync/drain.ts';
import { orderValues } from '#tests/support/cached-rows.ts';
import type { Network } from '#tests/support/network.ts';
import { anna, type Phone, signedInPhone } from '#tests/support/phone.ts';
import { readOpenOrder, readQueuedOrders, readReferences, readRequests } from './order-book.ts';
import { pullPercentSums, pullRequests } from './pull-requests.ts';

const order = orderValues();

const request = (id: number) => ({
  id,
  fullcode: `Л-${id}`,
  code_number: id,
  client_fio: 'Анна',
  phones: ['70001234567'],
  type: 'basa',
  work_name: 'Ноутбук',
  state_name: 'Новая',
  paid: 0,
  date_add: '2026-11-20',
  created_at: '2026-11-20',
});

/** Two pages of one request each; the network port is the only thing that is not the product's own. */
async function backend(sent: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(sent.url);
  const page = Number(searchParams.get('page') ?? 1);
  if (pathname.endsWith('getUser')) return Response.json({ id: 1, can: [] });
  if (pathname.endsWith('sendOrder')) return Response.json({ id: 90, fullcode: 'Л-90' });
  if (!pathname.endsWith('getRequests')) return Response.json({ list: [] });
  return Response.json(listOf(request(page), page));
}

function listOf(row: ReturnType<typeof request>, page = 1) {
  const paging = { current_page: page, last_page: 2, per_page: 1, from: page, to: page, total: 2 };
  return { list: [row], counts: { all: 2, paid: 0, done: 0 }, percentSum: 0, status: 'all', ...paging };
}

let network: Network;
let phone: Phone;

beforeEach(async () => {
  phone = await signedInPhone(backend);
  network = phone.network;
});

describe('the queued orders', () => {
  it('come newest first, each with its state and its contact', async () => {
    await phone.save('order.create', order);
    const { id: contact } = await phone.save('contact.create', anna);
    await phone.save('order.create', { ...order, street: 'Садовая', contact });
    const queued = await readQueuedOrders(phone.book());
    expect(queued.map(({ street, status }) => [street, status])).toEqual([
      ['Садовая', 'blocked'],
      ['Лесная', 'queued'],
    ]);
  });

  it('[S4] are shown as far as they can be read when a newer app wrote them', async () => {
    const entry = await phone.save('order.create', order);
    await phone.db.entries.update(entry.seq, { v: 99, payload: { street: 'Лесная', district: 'Центр' } });
    expect(await readQueuedOrders(phone.book())).toMatchObject([
      { status: 'parked', street: 'Лесная', district: { name: '' }, phones: [] },
    ]);
  });

  it.each([
    ['its number', { id: 90, fullcode: 'Л-90' }],
    ['its code alone', { fullcode: 'Л-90' }],
  ])(
    '[S20] are left out when the list has them by %s, though it was asked for before',
    async (_, received) => {
      const headers = { 'Idempotency-Status': 'stored' };
      const busy = await signedInPhone(async sent => {
        const { pathname } = new URL(sent.url);
        if (pathname.endsWith('sendOrder')) return Response.json(received, { headers });
        if (!pathname.endsWith('getRequests')) return backend(sent);
        await drain(busy.context, busy.book().owner);
        return Response.json(listOf(request(90)));
      });
      const { id } = await busy.save('order.create', order);
      await pullRequests(busy.pulls(), 'all', 1);
      expect((await busy.entry(id)).state).toBe('done');
      expect(await readQueuedOrders(busy.book())).toEqual([]);
    },
  );
});

describe('an order that is to be corrected', () => {
  it('[S15] comes with what the server said against it', async () => {
    network.fault('/sendOrder', '422');
    const { id } = await phone.save('order.create', order);
    await phone.drain();
    const open = await readOpenOrder(phone.book(), id);
    expect(open?.values).toEqual(order);
    expect(open?.error?.status).toBe(422);
  });

  it('is refused once it may have reached the server, and to everybody but its owner', async () => {
    const { id } = await phone.save('order.create', order);
    expect(await readOpenOrder({ ...phone.book(), ownerKey: 'another' }, id)).toBeNull();
    network.fault('/sendOrder', 'drop-after');
    await phone.drain();
    expect(await readOpenOrder(phone.book(), id)).toBeNull();
  });
});

describe('the list', () => {
  const shown = async () => {
    const book = await readRequests(phone.book(), 'all');
    return book && [book.requests.map(({ id }) => id), book.list.currentPage];
  };

  it('appends pages, and keeps them when page 1 is refreshed, also below a new request', async () => {
    await pullRequests(phone.pulls(), 'all', 1);
    await pullRequests(phone.pulls(), 'all', 2);
    await pullRequests(phone.pulls(), 'all', 1);
    expect(await shown()).toEqual([[1, 2], 2]);
    expect(await readRequests(phone.book(), 'paid')).toBeNull();
    network.answer('/getRequests', () =>
      Response.json({ ...listOf(request(3)), list: [request(3), request(1)], total: 3 }),
    );
    await pullRequests(phone.pulls(), 'all', 1);
    expect(await shown()).toEqual([[3, 1, 2], 2]);
  });

  it.each([
    ['one has gone below', { ...listOf(request(1)), total: 1 }],
    ['the new page 1 does not reach down to it', { ...listOf(request(3)), total: 3 }],
  ])('starts anew with page 1 when %s', async (_why, received) => {
    await pullRequests(phone.pulls(), 'all', 1);
    await pullRequests(phone.pulls(), 'all', 2);
    network.answer('/getRequests', () => Response.json(received));
    await pullRequests(phone.pulls(), 'all', 1);
    expect(await shown()).toEqual([[received.list[0]?.id], 1]);
  });

  it('brings nothing new with its first load, and what changed with the next', async () => {
    await pullRequests(phone.pulls(), 'all', 1);
    await pullRequests(phone.pulls(), 'all', 2);
    expect(await readChangedSinceSeen(phone.book().cache)).toEqual([]);
    const list = [{ ...request(1), state_name: 'Выполнена' }];
    const counts = { all: 2, paid: 0, done: 1 };
    const paging = { current_page: 1, last_page: 2, per_page: 1, from: 1, to: 1, total: 1 };
    network.answer('/getRequests', () =>
      Response.json({ list, counts, percentSum: 0, status: 'done', ...paging }),
    );
    await pullRequests(phone.pulls(), 'done', 1);
    expect((await readChangedSinceSeen(phone.book().cache)).map(({ id }) => id)).toEqual([1]);
  });

  it("gives the server's sums of paid and done with two calls, and stops at the first that fails", async () => {
    await pullPercentSums(phone.pulls());
    expect(network.seen.map(({ path, body }) => [path, JSON.parse(body).status])).toEqual([
      ['/api/promo/orders/getRequests', 'paid'],
      ['/api/promo/orders/getRequests', 'done'],
    ]);
    network.off();
    expect(await pullPercentSums(phone.pulls())).toMatchObject({ ok: false, problem: { kind: 'offline' } });
    expect(await readRequests(phone.book(), 'done')).not.toBeNull();
  });

  it('of districts and works is missing until both were loaded', async () => {
    const { cache } = phone.book();
    await cache.references.put({
      name: 'basaDistrictList',
      items: [{ id: 1, name: 'Центр' }],
      refreshedAt: 1,
    });
    expect(await readReferences(phone.book(), 'basa')).toBeNull();
    await cache.references.put({ name: 'basaWorkList', items: [], refreshedAt: 1 });
    expect(await readReferences(phone.book(), 'basa')).toEqual({
      districts: [{ id: 1, name: 'Центр' }],
      works: [],
    });
  });
});
