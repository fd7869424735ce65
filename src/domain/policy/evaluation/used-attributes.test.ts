import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPolicy, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import type { Entity, Fact, Facts } from '../facts.ts';
import { type ConditionNode, emptyNode, newPolicy } from '../policy.ts';
import { evaluatePolicy } from './evaluate.ts';
import { chainKey, usedAttributes } from './used-attributes.ts';

const node = (type: string, attribute: string, relatedModel: ConditionNode[] = []) => ({
  ...leaf(type, attribute, null),
  relatedModel,
});

const words = (target: ConditionNode) =>
  usedAttributes({ ...newPolicy([]), target }, sampleCatalogue).map(chain =>
    chain.map(({ source, attribute, type }) => `${source}.${attribute}: ${type}`).join(' → '),
  );

test('a policy uses what its nodes name, each once', () => {
  const children = [node('user', 'role'), node('request', 'paid'), node('user', 'role'), emptyNode('user')];
  expect(words({ ...emptyNode('anyOf'), children })).toEqual(['user.role: list', 'request.paid: bool']);
});

test('what is asked of a related thing is reached through it, and only that', () => {
  const owner = node('contact', 'owner', [node('user', 'role')]);
  const contact = node('request', 'contact', [owner, node('contact', 'id'), node('user', 'email')]);
  expect(words({ ...emptyNode('allOf'), children: [contact, node('contact', 'id')] })).toEqual([
    'request.contact: hasOne',
    'request.contact: hasOne → contact.owner: hasOne',
    'request.contact: hasOne → contact.owner: hasOne → user.role: list',
    'request.contact: hasOne → contact.id: number',
    'user.email: string',
    'contact.id: number',
  ]);
});

test('no other fact is read', () => {
  fc.assert(
    fc.property(anyPolicy(), policy => {
      const read = new Set<string>();
      evaluatePolicy(policy, watched('', read), sampleCatalogue);
      const used = usedAttributes(policy, sampleCatalogue).map(chain =>
        ['', chain[0]?.source, ...chain.map(({ attribute }) => attribute)].join('/'),
      );
      expect([...read].filter(path => path.split('/').length > 2).sort()).toEqual([...new Set(used)].sort());
    }),
    { numRuns: 200 },
  );
});

test('the key of a chain tells names with dots and slashes apart', () => {
  const key = (source: string, attribute: string) => chainKey([{ source, attribute, type: 'string' }]);
  expect(key('a.b', 'c')).not.toBe(key('a', 'b.c'));
});

/** Facts of which everything is there, and which remember what was asked of them. */
function watched(path: string, read: Set<string>): Facts & Entity {
  const get = (_: object, name: string): Fact => {
    read.add(`${path}/${name}`);
    return watched(`${path}/${name}`, read);
  };
  const ownKeys = () => (path ? [] : Object.keys(sampleCatalogue.attributes));
  const anyProperty = { configurable: true, enumerable: true, value: undefined, writable: true };
  const getOwnPropertyDescriptor = () => anyProperty;
  // The proxy answers every name with a thing, as both types ask.
  return new Proxy(
    {},
    { get: get as ProxyHandler<object>['get'] & typeof get, ownKeys, getOwnPropertyDescriptor },
  ) as Facts & Entity;
}
