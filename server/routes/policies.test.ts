import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listAttributes,
  listComparisons,
  listPolicies,
  listSources,
  updatePolicy,
} from '#contract/policies.ts';
import { emptyNode, type Policy } from '#domain/policy/policy.ts';
import { get, post } from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { hasRole, samplePolicy } from '#tests/support/policies.ts';
import { lastAudit } from '#tests/support/reports.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { auditLog, policies } from '../db/schema.ts';

type Headers = Record<string, string>;

const server = serverForAll();
const admin = sessionForAll(server, 'admin');
let second: Headers;
beforeAll(async () => {
  second = await server.signIn(await createUserWithRole(server, 'admin'));
});
beforeEach(() => server.clock.advance(1000));

const seen = (version: number) => ({ 'if-match': `"${version}"` });
const save = (policy: unknown, headers: Headers = {}) =>
  post(server, updatePolicy.path, { policyData: policy }, { ...admin, ...headers });
const list = async () => (await get(server, listPolicies.path, admin)).body.list;
const stored = async (id: number) => {
  const [row] = await server.db.select().from(policies).where(eq(policies.id, id));
  return row;
};

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};

/** A policy of its own for a test, stored in its first version. */
const made = async (change?: Partial<Policy>) => {
  const policy = samplePolicy(nextId(), change);
  expect((await save(policy, seen(0))).body).toEqual({ status: 'success', id: policy.id, version: 1 });
  return policy;
};

describe('the list', () => {
  it('has every policy by id, whole and with its version', async () => {
    const policy = await made();
    const other = await made();
    await save({ ...policy, name: 'Другое имя' }, seen(1));
    const listed = await list();
    expect(listed).toEqual([
      { ...policy, name: 'Другое имя', version: 2 },
      { ...other, version: 1 },
    ]);
  });

  it('is compressed, since trees repeat themselves', async () => {
    const children = Array.from({ length: 200 }, () => hasRole('admin'));
    await made({ target: { ...emptyNode('anyOf'), children } });
    const { headers } = await server.fetch(listPolicies.path, {
      headers: { ...admin, 'accept-encoding': 'gzip' },
    });
    expect(headers.get('content-encoding')).toBe('gzip');
  });
});

it('what policies are made of is told in the forms of the contract', async () => {
  const sources = await get(server, listSources.path, admin);
  expect(sources.body).toEqual({
    user: 'Пользователь',
    request: 'Заявка',
    contact: 'Контакт',
    report: 'Отчет',
    environment: 'Окружение',
  });
  const { body: attributes } = await get(server, listAttributes.path, admin);
  expect(attributes.request).toContainEqual({
    name: 'promoter',
    title: 'Промоутер',
    type: 'hasOne',
    relation: 'user',
  });
  expect(attributes.user).toContainEqual({
    name: 'role',
    title: 'Роль',
    type: 'list',
    values: expect.any(Array),
  });
  const { body: comparisons } = await get(server, listComparisons.path, admin);
  expect(comparisons.list).toEqual([
    { method: 'equal', title: 'равно', multiple: false },
    { method: 'notEqual', title: 'не равно', multiple: false },
    { method: 'in', title: 'входит в', multiple: true },
    { method: 'notIn', title: 'не входит в', multiple: true },
  ]);
});

describe('saving', () => {
  it('makes what is not there and changes what is, with both written down whole', async () => {
    const policy = await made();
    expect(await lastAudit(server)).toMatchObject({
      action: 'create',
      entity: 'policy',
      entity_id: policy.id,
      before: null,
      after: policy,
      actor_id: server.users.admin.id,
    });
    const changed = { ...policy, ruleCombine: 'allowIfNotDenied', rules: [] };
    expect((await save(changed, seen(1))).body).toEqual({ status: 'success', id: policy.id, version: 2 });
    expect(await lastAudit(server)).toMatchObject({
      action: 'update',
      before: { ...policy, version: 1 },
      after: { ...changed, version: 2 },
    });
    expect(await stored(policy.id)).toMatchObject({
      rule_combine: 'allowIfNotDenied',
      rules: [],
      version: 2,
      updated_by: server.users.admin.id,
    });
  });

  it('keeps drafts, spaces, empty texts and kinds of values as they were sent', async () => {
    const comparison = { attribute: 'name', comparisonType: 'string', comparisonMethod: 'contains' };
    const values = ['  ', '', ' Иван ', 5, 0.1, true, ['', ' а', 7, false], [], null];
    const children = [
      ...values.map(compareValue => ({ ...emptyNode('user'), ...comparison, compareValue })),
      ...[emptyNode(null), emptyNode('user'), { ...emptyNode('user'), attribute: 'email' }],
    ];
    const target = { ...emptyNode('anyOf'), children };
    const rules = samplePolicy(1).rules.map(rule => ({ ...rule, name: '' }));
    const policy = await made({ name: ' С пробелами ', target, rules });
    expect((await list()).at(-1)).toEqual({ ...policy, version: 1 });
  });
});

describe('a version', () => {
  it('of a policy that is not there is refused: somebody believes in one that nobody has', async () => {
    const policy = samplePolicy(nextId());
    expect((await save(policy, seen(1))).status).toBe(412);
    expect(await stored(policy.id)).toBeUndefined();
  });

  it('lets one of several through who change it at the same time', async () => {
    const policy = await made();
    const answers = await Promise.all(
      [admin, second, admin, second].map((who, at) =>
        save({ ...policy, name: `Гонка ${at}` }, { ...who, ...seen(1) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await stored(policy.id)).toMatchObject({ name: `Гонка ${won}`, version: 2 });
  });

  it('lets one of several through who make the same id at the same time', async () => {
    const policy = samplePolicy(nextId());
    const answers = await Promise.all([admin, second].map(who => save(policy, { ...who, ...seen(0) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await stored(policy.id)).toMatchObject({ version: 1 });
  });

  it('is no conflict with oneself: the same again, because the answer was lost, is done already', async () => {
    const policy = await made();
    const changed = { ...policy, name: 'Потерянный ответ' };
    await save(changed, seen(1));
    const lines = await server.db.$count(auditLog);
    expect(await save(changed, seen(1))).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await save(changed, { ...second, ...seen(1) })).status).toBe(412);
    expect((await save({ ...changed, name: 'Уже другое' }, seen(1))).status).toBe(412);
    expect(await server.db.$count(auditLog)).toBe(lines);
    expect((await save(policy, seen(2))).body.version).toBe(3);
    expect((await save(changed, seen(1))).status).toBe(412);
  });
});
