/** The facts that the server gathers, attribute by attribute of the catalogue that it hands out. */
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteContact, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import type { Entity, Facts } from '#domain/policy/facts.ts';
import { post } from '#tests/support/calls.ts';
import { seedReport } from '#tests/support/reports.ts';
import { serverForAll } from '#tests/support/server.ts';
import { readCatalogue } from '../commands/policy-catalogue.ts';
import { requests } from '../db/schema.ts';
import { CALL_TARGETS } from './call-targets.ts';
import { type Attributes, type CallContext, gatherFacts } from './facts.ts';

const server = serverForAll();
let ids: { contact: number; request: number; code: number; report: number };
beforeAll(async () => {
  ids = await seedPaidOrder();
});

async function seedPaidOrder() {
  const { db, users, references, clock } = server;
  const headers = await server.signIn(users.promoter);
  const person = { first_name: 'Анна', last_name: '', contact_phones: [{ full_phone: '0001234567' }] };
  const contact = (await post(server, saveContact.path, person, headers)).body.id;
  const order = {
    type: 'point',
    contact_id: contact,
    district_id: references.pointDistrict,
    work_id: references.pointWork,
    broken: 'Шумит',
    street: 'Садовая',
    house: '5',
    korp: '',
    flat: '',
  };
  const sent = (await post(server, sendOrder.path, order, headers)).body;
  const at = new Date(clock());
  const report_id = await seedReport(server, { number: 7, closed_at: new Date('2026-12-31T22:30:00Z') });
  await db
    .update(requests)
    .set({
      report_id,
      tofirm_kop: 150_050,
      percent_kop: 45_015,
      state_code: 'done',
      done_at: at,
      paid_at: at,
    })
    .where(eq(requests.id, sent.id));
  return { contact, request: sent.id, code: sent.code_number, report: report_id };
}

/** Everything that the catalogue has, through so many relations. */
async function askAll(levels: number): Promise<Attributes> {
  const { attributes } = await readCatalogue(server.db);
  const within = (source: string, level: number): Attributes =>
    new Map(
      (attributes[source] ?? []).flatMap(({ name, relation }) => {
        if (relation === null) return [[name, new Map() as Attributes] as const];
        return level === 0 ? [] : [[name, within(relation, level - 1)] as const];
      }),
    );
  return new Map(Object.keys(attributes).map(source => [source, within(source, levels)] as const));
}

async function gather(
  call: string,
  value: number,
  asked: Attributes,
  as = server.users.promoter,
): Promise<Facts> {
  const thing = CALL_TARGETS[call] ?? expect.fail(`${call} names nothing`);
  const occasion: CallContext = {
    caller: { ...as, roles: [{ id: 1, name: 'promoter', display_name: 'Промоутер' }] },
    call,
    ip: '10.0.0.7',
    time: '2026-11-20 15:12:39',
    named: { thing, value },
  };
  return gatherFacts({ on: server.db, zone: 'Europe/Moscow' }, asked, occasion);
}

const promoter = () => {
  const { id, name, email } = server.users.promoter;
  return { id, name, email, role: ['promoter'], created_at: '2026-11-20 15:12:39', firm: { id: 1 } };
};
const contact = () => ({
  id: ids.contact,
  first_name: 'Анна',
  last_name: null,
  comment: null,
  created_at: '2026-11-20 15:12:39',
  owner: promoter(),
});
const report = () => ({
  id: ids.report,
  number: 7,
  created_at: '2026-11-20 15:12:39',
  closed_at: '2027-01-01 01:30:00',
  user: promoter(),
});
const request = () => ({
  id: ids.request,
  code_number: ids.code,
  type: 'point',
  state: 'done',
  paid: true,
  tofirm: 1500.5,
  percent: 450.15,
  created_at: '2026-11-20 15:12:39',
  promoter: promoter(),
  contact: contact(),
  report: report(),
});
const environment = (action: string) => ({ time: '2026-11-20 15:12:39', ip: '10.0.0.7', action });

describe('with everything asked', () => {
  it.each([
    ['getRequest', 'request', () => ids.code, request],
    ['payRequest', 'request', () => ids.request, request],
    ['getContact', 'contact', () => ids.contact, contact],
    ['sendOrder', 'contact', () => ids.contact, contact],
    ['closeReport', 'report', () => ids.report, report],
  ] as const)(
    '%s is about its %s, with everything that belongs to it',
    async (call, source, value, expected) => {
      const facts = await gather(call, value(), await askAll(2));
      expect(facts).toEqual({ user: promoter(), environment: environment(call), [source]: expected() });
    },
  );

  it('every attribute of the catalogue is known, and nothing that is not in it', async () => {
    const { attributes } = await readCatalogue(server.db);
    const all = await askAll(2);
    const facts = {
      ...(await gather('payRequest', ids.request, all)),
      ...(await gather('getContact', ids.contact, all)),
      ...(await gather('getReport', ids.report, all)),
    };
    const known = Object.entries(facts).map(([source, thing]) => [source, namesOf(thing)]);
    const listed = Object.entries(attributes).map(([source, each]) => [
      source,
      each.map(({ name }) => name).sort(),
    ]);
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(listed));
  });
});

const namesOf = (thing: Entity = {}) =>
  Object.entries(thing)
    .flatMap(([name, fact]) => (fact === undefined ? [] : [name]))
    .sort();

it('reads no related thing that is not asked for, and of its presence alone the id', async () => {
  const asked: Attributes = new Map([['request', new Map([['contact', new Map()]])]]);
  const { user, request: found } = await gather('payRequest', ids.request, asked);
  expect(user).toBeUndefined();
  expect(found).toMatchObject({ contact: { id: ids.contact }, promoter: undefined, report: undefined });
});

it('an order that is in no report has none, which is known', async () => {
  await server.db.update(requests).set({ report_id: null }).where(eq(requests.id, ids.request));
  const { request: found } = await gather('payRequest', ids.request, await askAll(1));
  await server.db.update(requests).set({ report_id: ids.report }).where(eq(requests.id, ids.request));
  expect(found).toMatchObject({ report: null });
});

it('a deleted contact is gone, and still the contact of its order', async () => {
  const headers = await server.signIn(server.users.promoter);
  await post(server, deleteContact.path, { id: ids.contact }, headers);
  const all = await askAll(1);
  expect((await gather('getContact', ids.contact, all)).contact).toBeUndefined();
  expect((await gather('getRequest', ids.code, all)).request).toMatchObject({ contact: { id: ids.contact } });
});
