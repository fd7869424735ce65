/** Whose is it: nobody reaches, changes or even finds out about what is not theirs, whatever they name. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { newId } from '#kit/ids.ts';
import { workAs } from '#tests/support/people.ts';
import { seedCredentials } from '#tests/support/seeded-credentials.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import {
  HOW_TO,
  OBJECTS,
  type ObjectReference,
  type OwnedObject,
  referenceFields,
  stepsOf,
  withField,
} from './objects.ts';
import { readAll } from './read-all.ts';
import { callWhole, type Firm, type Input, inputsOf, seedFirm, seedTheirs } from './successes.ts';

type Headers = Record<string, string>;
type Things = Record<OwnedObject, number | string>;
type Case = { name: string; endpoint: Endpoint; field: string; naming: ObjectReference };

const guarded = Object.entries(endpoints).filter(([, { guard }]) => guard !== 'public' && guard !== 'client');
const cases: Case[] = guarded.flatMap(([name, endpoint]) =>
  Object.entries(OBJECTS[name] ?? {}).map(([field, naming]) => ({ name, endpoint, field, naming })),
);
const titled = <One extends Case>(one: One) => [one.name, one.field, one] as const;
const owned = cases.flatMap(one =>
  one.naming.whose === 'firm' ? [] : [{ ...one, thing: one.naming.whose }],
);

const server = serverForAll();
let firm: Firm;
let inputs: Record<string, Input>;
/** Things of a colleague of the promoter. */
let theirs: Things;
const colleague = sessionForAll(server, 'colleague');
beforeAll(async () => {
  firm = await seedFirm(server);
  const { contact: contactId, code: codeNumber } = await seedTheirs(server, firm, colleague);
  const credentials = await seedCredentials(server, server.users.colleague);
  theirs = thingsOf({ contactId, codeNumber, credentials });
  inputs = await inputsOf(server, firm);
});

function thingsOf({
  contactId,
  codeNumber,
  credentials,
}: Pick<Firm, 'contactId' | 'codeNumber' | 'credentials'>): Things {
  const { clientId, authorization, personal } = credentials;
  return { contact: contactId, code: codeNumber, client: clientId, authorization, personal };
}

/** The successful call with one field changed; POSTs with a key, which must not be kept either. */
const ask = async ({ name, endpoint, field }: Case, value: unknown, headers = firm.headersFor(endpoint)) => {
  const key = { 'idempotency-key': newId() };
  const input = Object(withField(inputs[name], stepsOf(field), value));
  const { head, ...answer } = await callWhole(server, { endpoint, input, headers: { ...headers, ...key } });
  expect(head).toMatchObject(key);
  // The rest is the same for all that is refused.
  return { ...answer, head: { ...head, 'idempotency-key': '' } };
};

const REFUSED = { status: 403, raw: { message: 'This action is unauthorized.' } };
const UNKNOWN = 999_999_999;
const IN_PATHS = ['0', '-1', '1.5', '1e3', '0x10', 'abc', "1'--", '1;2', '١', '\u0000', '..'];
const IN_BODIES = [0, -1, 1.5, 1e30, true, [], [1], {}, { id: 1 }, 'abc', "1'--", '\u0000', '0'];
const TOO_LARGE = ['9007199254740993', '9223372036854775808', '9'.repeat(40)];

const valuesFor = ({ endpoint, field, naming }: Case): unknown[] => {
  const isInAddress = endpoint.path.includes(`:${field}`) || endpoint.query?.includes(field);
  const values = isInAddress ? [...IN_PATHS, ...TOO_LARGE] : [...IN_BODIES, ...TOO_LARGE, 2 ** 53];
  return values.filter(value => !naming.except?.includes(value));
};

it.each(guarded)('%s has said which of its fields name a thing', (name, { input }) => {
  const row = OBJECTS[name];
  expect(row ? Object.keys(row).sort() : 'no row', `${HOW_TO} ${name}`).toEqual(
    referenceFields(input).sort(),
  );
});

it('says nothing of endpoints that are not there', () => {
  expect(Object.keys(OBJECTS).sort()).toEqual(guarded.map(([name]) => name).sort());
});

const known = cases.filter(({ naming }) => naming.missing !== 'made');

it.each(known.map(titled))('%s, its %s that nobody knows is told as missing', async (_name, _field, one) => {
  const before = await readAll(server);
  for (const value of [UNKNOWN, Number.MAX_SAFE_INTEGER]) {
    const { status } = await ask(one, value);
    expect([value, status]).toEqual([value, one.naming.missing]);
  }
  expect(await readAll(server)).toEqual(before);
});

it.each(cases.map(titled))(
  '%s, its %s that is no id is refused, fails nowhere and changes nothing',
  async (_name, _field, one) => {
    const before = await readAll(server);
    for (const value of valuesFor(one)) {
      const { status } = await ask(one, value);
      expect([value, [404, 422].includes(status) || status]).toEqual([value, true]);
    }
    expect(await readAll(server)).toEqual(before);
  },
);

describe.each(owned.map(titled))('%s, its %s', (_name, _field, one) => {
  const { endpoint, naming, thing } = one;
  const foreign = () => theirs[thing];
  const mine = () => thingsOf(firm)[thing];

  it('of somebody else is as good as unknown, and stays what it is', async () => {
    const before = await readAll(server);
    const unknown = await ask(one, UNKNOWN);
    expect(unknown.status).toBe(naming.missing);
    expect(await ask(one, foreign())).toEqual(unknown);
    expect(await ask(one, mine(), colleague)).toEqual(unknown);
    expect(await readAll(server)).toEqual(before);
  });

  it('is hidden from moderators and administrators too, and from whoever works as somebody else', async () => {
    const { moderator, admin, colleague: other } = server.users;
    const boss = await server.signIn(admin);
    const [others, working] = [[await server.signIn(moderator), boss], await workAs(server, boss, other)];
    const before = await readAll(server);
    const unknown = await ask(one, UNKNOWN);
    for (const headers of others) expect(await ask(one, mine(), headers)).toEqual(unknown);
    expect(await ask(one, mine(), working)).toMatchObject(endpoint.notWhileImpersonating ? REFUSED : unknown);
    expect(await readAll(server)).toEqual(before);
  });

  it('is reached by its owner, and by whoever works as them where that is allowed', async () => {
    const working = await workAs(server, await server.signIn(server.users.admin), server.users.promoter);
    const reach = async (headers: Headers) => {
      inputs = await inputsOf(server, firm);
      return (await ask(one, inputs[one.name]?.[one.field], headers)).status;
    };
    expect(await reach(firm.headersFor(endpoint))).toBe(successStatus(endpoint));
    expect(await reach(working)).toBe(endpoint.notWhileImpersonating ? 403 : successStatus(endpoint));
  });
});

it.each([
  ['revokeAuthorizedToken', 'personal'],
  ['revokePersonalToken', 'authorization'],
] as const)(
  "%s does not reach a thing of the other kind, not even the caller's own (%s)",
  async (name, other) => {
    const endpoint = endpoints[name] ?? expect.fail(name);
    const one = { name, endpoint, field: 'token', naming: { whose: other, missing: 404 } } satisfies Case;
    const before = await readAll(server);
    const unknown = await ask(one, newId());
    expect(unknown.status).toBe(404);
    expect(await ask(one, thingsOf(firm)[other])).toEqual(unknown);
    expect(await readAll(server)).toEqual(before);
  },
);
