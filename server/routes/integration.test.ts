import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { post } from '#tests/support/calls.ts';
import { allow, claim, notesOf, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { seedDone } from '#tests/support/reports.ts';
import { programsOf } from '#tests/support/seeded-credentials.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { auditLog, requestStates, requests } from '../db/schema.ts';

type Headers = Record<string, string>;

let server: TestServer;
let programs: ReturnType<typeof programsOf>;
/** The firm's own system, with a token that an administrator made for it. */
let system: { id: string; headers: Headers };
/** A request that was only just sent. */
let fresh: { id: number; code_number: number; fullcode: string };
beforeEach(async () => {
  server = await createTestServer();
  await prepare();
  return () => server.close();
});

async function prepare() {
  const { promoter, admin } = server.users;
  programs = programsOf(server, await server.signIn(admin));
  const { body } = await programs.createToken({ name: 'Учет', scopes: ['integration'] });
  system = { id: body.token.id, headers: { authorization: `Bearer ${body.accessToken}` } };
  const [id] = await seedDone(server, { promoterId: promoter.id, amounts: [0], isDone: false });
  fresh = await stored(id ?? 0);
}

const send = (code: string, body: unknown, headers: Headers = system.headers) =>
  post(server, `/api/integration/requests/${encodeURIComponent(code)}`, body, headers);

const stored = async (id = fresh.id) =>
  (await server.db.select().from(requests).where(eq(requests.id, id)))[0] ?? expect.fail('no request');

const written = () => server.db.select().from(auditLog).where(eq(auditLog.action, 'advance'));

describe('a system that tells of a request', () => {
  it('moves it on and is answered with what it is now; the administrator of its token did it', async () => {
    server.clock.advance(60_000);
    const { status, body } = await send(fresh.fullcode, { state: 'done', tofirm: '1500.55' });
    expect([status, body]).toEqual([
      200,
      {
        id: fresh.id,
        fullcode: fresh.fullcode,
        state: 'done',
        state_name: expect.stringMatching(/[а-я]/),
        tofirm: 1500.55,
        percent: 450.17,
        changed: true,
        updated_at: '2026-11-20T12:13:39.000000Z',
      },
    ]);
    expect(await stored()).toMatchObject({ state_code: 'done', tofirm_kop: 150_055, percent_kop: 45_017 });
    expect(await written()).toMatchObject([
      {
        actor_id: server.users.admin.id,
        impersonator_id: null,
        entity: 'request',
        entity_id: fresh.id,
        before: { state: 'new', tofirm_kop: null },
        after: { state: 'done', tofirm_kop: 150_055 },
      },
    ]);
  });

  it.each([
    ['the full code', ({ fullcode }: typeof fresh) => fullcode],
    ['the full code with a Latin letter', ({ fullcode }: typeof fresh) => fullcode.replace('М', 'M')],
    ['the number', ({ code_number }: typeof fresh) => String(code_number)],
  ])('names it by %s', async (_how, codeOf) => {
    const { status, body } = await send(codeOf(fresh), { state: 'in_work' });
    expect([status, body.id, body.state]).toEqual([200, fresh.id, 'in_work']);
  });

  it('leaves what it does not tell, or tells as null, as it was; and the same twice changes nothing', async () => {
    await send(fresh.fullcode, { state: 'in_work', tofirm: 700 });
    const one = await send(fresh.fullcode, { state: 'done', tofirm: null });
    expect(one.body).toMatchObject({ state: 'done', tofirm: 700, percent: 210, changed: true });
    const two = await send(fresh.fullcode, { state: null, tofirm: '800,5' });
    expect(two.body).toMatchObject({ state: 'done', tofirm: 800.5, changed: true });
    const three = await send(fresh.fullcode, { state: 'done', tofirm: 800.5 });
    expect([three.status, three.body.changed]).toEqual([200, false]);
    expect(await written()).toHaveLength(3);
  });

  it('uses any state that this firm has', async () => {
    const at = { created_at: new Date(), updated_at: new Date() };
    const lost = { code: 'lost', name: 'Потеряна', is_done: false, sort: 99 };
    await server.db.insert(requestStates).values({ ...lost, ...at });
    const { body } = await send(fresh.fullcode, { state: 'lost' });
    expect(body).toMatchObject({ state: 'lost', state_name: 'Потеряна' });
  });
});

describe('what makes no sense is refused in Russian, and nothing happens', () => {
  it.each([
    ['nothing', {}, ['state', 'tofirm']],
    ['two nulls', { state: null, tofirm: null }, ['state', 'tofirm']],
    ['a state that nobody knows', { state: 'paid' }, ['state']],
    ['a state in another case', { state: 'DONE' }, ['state']],
    ['a state that is a number', { state: 1 }, ['state']],
    ['an amount below zero', { tofirm: -1 }, ['tofirm']],
    ['a third decimal', { tofirm: '1.005' }, ['tofirm']],
    ['a third decimal of a number', { tofirm: 1.005 }, ['tofirm']],
    ['a sum of doubles', { tofirm: 0.1 + 0.2 }, ['tofirm']],
    ['more than there is money', { tofirm: 1e21 }, ['tofirm']],
    ['a list for an amount', { tofirm: [1] }, ['tofirm']],
    ['a good state with a bad amount', { state: 'done', tofirm: 'много' }, ['tofirm']],
  ])('%s', async (_what, body, fields) => {
    const before = await stored();
    const answer = await send(fresh.fullcode, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, fields]);
    for (const field of fields) expect(answer.body.errors[field][0]).toMatch(/[а-я]/);
    expect(await stored()).toEqual(before);
    expect(await written()).toEqual([]);
  });

  it('the code of another type', async () => {
    const { status, body } = await send(fresh.fullcode.replace('М', 'Л'), { state: 'done' });
    expect([status, body.message]).toEqual([409, expect.stringContaining(fresh.fullcode)]);
    expect(await written()).toEqual([]);
  });
});

it('policies are asked about the call, and about the request that its code names', async () => {
  await server.close();
  server = await createTestServer({ config: { enforce: 'on' } });
  await prepare();
  const { promoter } = server.users;
  const [id] = await seedDone(server, { promoterId: promoter.id, amounts: [0], isDone: false });
  const other = await stored(id);
  const action = claim('environment.action list equal', 'tellRequest');
  const allowed = claim('request.code_number number equal', String(fresh.code_number));
  await seedPolicies(
    server,
    policiesOf({ target: action, ruleCombine: 'allowIfOneAllowed', rules: [allow(allowed)] }),
  );
  for (const code of [fresh.fullcode, String(fresh.code_number)]) {
    expect((await send(code, { state: 'in_work' })).status).toBe(200);
  }
  expect((await send(other.fullcode, { state: 'in_work' })).status).toBe(403);
  expect((await send('no code', { state: 'in_work' })).status).toBe(403);
  expect((await notesOf(server)).map(({ after }) => after)).toMatchObject([
    ...[{ call: 'tellRequest', named: {} }, { named: { request: other.code_number } }],
    ...[{ named: { request: fresh.code_number } }, { named: { request: fresh.code_number } }],
  ]);
});
