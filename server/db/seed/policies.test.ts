import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { decide } from '#domain/policy/evaluation/evaluate.ts';
import type { Entity } from '#domain/policy/facts.ts';
import { readPolicy } from '#domain/policy/reading/read-policy.ts';
import { serverForAll } from '#tests/support/server.ts';
import { readCatalogue } from '../../commands/policy-catalogue.ts';
import { DEMO_POLICIES } from './policies.ts';

const server = serverForAll();
let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await readCatalogue(server.db);
});

it.each(DEMO_POLICIES.map(policy => [policy.name, policy] as const))('%s can be saved', (_name, policy) => {
  expect(readPolicy(policy, catalogue)).toEqual({ ok: true, value: policy });
});

it('shows what policies can be made of', () => {
  const text = JSON.stringify(DEMO_POLICIES);
  for (const each of [
    'allowIfAllAllowed',
    'allowIfOneAllowed',
    'allowIfNotDenied',
    'deny',
    'hasOne',
    'anyOf',
  ]) {
    expect(text).toContain(`"${each}"`);
  }
});

const time = '2026-11-20 15:12:39';
const inReport = { report: { number: 1, user: { role: 'promoter' } } };
const actions = () => catalogue.attributes.environment?.find(({ name }) => name === 'action')?.values ?? [];

const answerTo = (
  role: string | string[],
  action: string,
  more: { time?: string; request?: Entity } = {},
) => {
  const environment = { time: more.time ?? time, ip: '198.51.100.7', action };
  const facts = { user: { role }, request: more.request ?? inReport, environment };
  return decide(DEMO_POLICIES, facts, catalogue).decision;
};

const allowedTo = (role: string | string[]) =>
  actions().flatMap(({ id }) => (answerTo(role, id) === 'allow' ? [id] : []));

describe('with the policies of the demo firm in force', () => {
  it('an administrator can do everything, a moderator all but what concerns accounts', () => {
    const all = actions().map(({ id }) => id);
    expect(all.length).toBeGreaterThan(25);
    expect(allowedTo('admin')).toEqual(all);
    const ofAccounts = [
      'listUsers',
      'searchUsers',
      'readRefusals',
      'getAccount',
      'blockUser',
      'unblockUser',
      'saveUserRoles',
    ];
    expect(allowedTo('moderator')).toEqual(
      all.filter(id => ![...ofAccounts, 'loginAs', 'tellRequest'].includes(id)),
    );
  });

  it('a promoter has contacts and orders, by day and by night, and pays nobody', () => {
    const own = allowedTo('promoter');
    expect(own).toEqual(
      expect.arrayContaining(['saveContact', 'sendOrder', 'listRequests', 'pointWorkList']),
    );
    expect(own).not.toContain('payRequest');
    expect(own).not.toContain('listPromoters');
    expect(answerTo('promoter', 'sendOrder', { time: '2026-11-20 23:30:00' })).toBe('allow');
  });

  it('whoever has two roles may do what either of them may', () => {
    expect(allowedTo(['promoter', 'admin'])).toEqual(allowedTo('admin'));
  });

  it('nobody is paid outside a report of a promoter, and nobody without a role does anything', () => {
    expect(answerTo('moderator', 'payRequest', { request: { report: null } })).toBe('deny');
    const ofModerator = { report: { number: 1, user: { role: 'moderator' } } };
    expect(answerTo('moderator', 'payRequest', { request: ofModerator })).toBe('deny');
    expect(allowedTo([])).toEqual([]);
  });
});
