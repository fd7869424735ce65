import { describe, expect, it } from 'vitest';
import { found, many, stock, storedFound } from '#tests/support/stock-lines.ts';
import { createLineStore, type LineStore } from './line-store.ts';

function open(count: number) {
  const store = createLineStore(many(count));
  return { store, ...store.actions, now: () => store.read().lines };
}

const keysIn = (store: LineStore) => store.read().lines.map(({ key }) => key);

it('sends numbers, whichever sign stands before their decimals', () => {
  const { store, change, add, toSend } = open(1);
  const [key = ''] = keysIn(store);
  change(key, 'count', '1 500,250');
  change(key, 'price', '99.90');
  change(key, 'tax', '');
  change(key, 'reason', ' бой ');
  add(found);
  expect(toSend()).toEqual([
    {
      ...{ id: 1, nomenclature_id: 10, title: 'Товар 1', count: 1500.25, price: 99.9, tax: 0 },
      ...{ discount: 0, reason: 'бой' },
    },
    {
      ...{ id: null, nomenclature_id: 900, title: 'Новый', count: 1, price: 5, tax: 0 },
      ...{ discount: 0, reason: '' },
    },
  ]);
});

describe('after a save', () => {
  it('lines keep their keys, new ones too; what is the same is the same object', () => {
    const { store, now, add, remove, change, toSend, startFrom, isUntouched } = open(3);
    const [first = '', second = '', third = ''] = keysIn(store);
    remove(first);
    change(third, 'count', '7,0');
    const added = add(found);
    const before = now();
    toSend();
    startFrom([stock(2), stock(3, { count: 7 }), storedFound(44)]);
    expect(keysIn(store)).toEqual([second, third, added]);
    expect(now()[0]).toBe(before[0]);
    expect(now()[1]).toMatchObject({ id: 3, count: '7' });
    expect(now()[2]).toMatchObject({ id: 44, key: added });
    expect(isUntouched()).toBe(true);
    expect(store.read().removed).toEqual([]);
  });

  it('lines of a backend that numbers none are known by their places', () => {
    const bare = [stock(1, { id: null }), stock(2, { id: null })];
    const store = createLineStore(bare);
    const keys = keysIn(store);
    store.actions.toSend();
    store.actions.startFrom(bare);
    expect(keysIn(store)).toEqual(keys);
  });

  it('another version with other lines gives no line the key of another', () => {
    const { store, startFrom } = open(3);
    const [, second = ''] = keysIn(store);
    startFrom([stock(9), stock(2), stock(2), stock(8)]);
    const keys = keysIn(store);
    expect(new Set(keys).size).toBe(4);
    expect(keys[1]).toBe(second);
  });

  it('what was typed, added and removed since it was sent stays so', () => {
    const { store, now, change, remove, add, toSend, follow, restore, isUntouched } = open(3);
    const [first = '', second = '', third = ''] = keysIn(store);
    const early = add(found);
    toSend();
    const sent = now();
    change(second, 'price', '55');
    remove(third);
    remove(early);
    const late = add(found);
    follow([...many(3), storedFound(44)], sent);
    expect(keysIn(store)).toEqual([first, second, late]);
    expect(now()[1]).toMatchObject({ id: 2, price: '55' });
    expect(isUntouched()).toBe(false);
    restore();
    restore();
    expect(keysIn(store)).toEqual([first, second, third, early, late]);
    expect(now()[3]).toMatchObject({ id: 44 });
    change(second, 'price', '100');
    remove(late);
    expect(isUntouched()).toBe(true);
  });
});
