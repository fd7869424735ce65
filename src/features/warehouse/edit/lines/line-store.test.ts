import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERCENT, parseWithin } from '#domain/warehouse/limits.ts';
import { found, many, stock, storedFound } from '#tests/support/stock.ts';
import { errorsOf, listErrors } from './line-errors.ts';
import { createLineStore, type LineStore } from './line-store.ts';

function open(count: number) {
  const store = createLineStore(many(count));
  const now = () => store.getSnapshot().lines;
  const key = (index: number): string => now()[index]?.key ?? expect.fail(`There is no line ${index}`);
  /** What is wrong, as far as it is shown: places, and the same with their words. */
  const places = () => listErrors(store.getSnapshot()).map(({ name }) => name);
  const errors = () => listErrors(store.getSnapshot()).map(({ name, message }) => `${name} ${message}`);
  return { store, now, key, places, errors, ...store.actions };
}

const keysIn = (store: LineStore) => store.getSnapshot().lines.map(line => line.key);

describe('any sequence of changes', () => {
  type Step = { act: 'change' | 'remove' | 'restore' | 'add'; at: number; text: string };
  const step = fc.record<Step>({
    act: fc.constantFrom('change', 'remove', 'restore', 'add'),
    at: fc.nat({ max: 11 }),
    text: fc.constantFrom('1', '2,5', 'x', ''),
  });

  /** The same in the plainest words: a list of keys, and what was taken out of it. */
  function model(store: LineStore) {
    const keys = store.getSnapshot().lines.map(({ key }) => key);
    const taken: { key: string; at: number }[] = [];
    const { change, remove, restore, add } = store.actions;
    const acts: Record<Step['act'], (key: string, text: string) => void> = {
      change: (key, text) => change(key, 'count', text),
      add: () => keys.push(add(found)),
      remove(key) {
        const at = keys.indexOf(key);
        remove(key);
        if (at === -1) return;
        taken.push({ key, at });
        keys.splice(at, 1);
      },
      restore() {
        restore();
        const last = taken.pop();
        if (last) keys.splice(last.at, 0, last.key);
      },
    };
    return { keys, taken, acts };
  }

  it('keeps order and identity, and replaces no line but the one that is changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const { store, now } = open(6);
        const { keys, taken, acts } = model(store);
        for (const { act, at, text } of steps) {
          const before = now();
          const key = keys[at % Math.max(1, keys.length)] ?? '';
          acts[act](key, text);
          expect(now().map(line => line.key)).toEqual(keys);
          const others = before.filter(
            line => keys.includes(line.key) && !(act === 'change' && line.key === key),
          );
          for (const line of others) expect(now().includes(line)).toBe(true);
        }
        expect(store.getSnapshot().removed.length).toBe(taken.length);
      }),
    );
  });

  it('is undone by bringing everything back and typing what stood there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 6 }), places => {
        const { now, change, remove, restore, isUntouched } = open(6);
        for (const place of places) {
          const line = now()[place % Math.max(1, now().length)];
          if (!line) continue;
          change(line.key, 'price', '7');
          change(line.key, 'price', '100,00');
          remove(line.key);
          expect(isUntouched()).toBe(false);
        }
        for (const _ of places) restore();
        expect(now().map(({ title }) => title)).toEqual(many(6).map(({ title }) => title));
        expect(isUntouched()).toBe(true);
      }),
    );
  });
});

describe('whether anybody has typed', () => {
  it.each([
    ['count', '1,0', true],
    ['count', '1.000', true],
    ['count', '1,001', false],
    ['price', '100.00', true],
    ['price', '1 00', true],
    ['price', '100,', true],
    ['tax', '', true],
    ['discount', '0,0', true],
    ['discount', '0,01', false],
    ['reason', ' ', true],
    ['reason', 'бой', false],
    ['count', 'x', false],
  ] as const)('%s as "%s": untouched %s', (field, text, untouched) => {
    const { change, isUntouched, key } = open(2);
    change(key(0), field, text);
    expect(isUntouched()).toBe(untouched);
  });

  it('a line that was added and removed again leaves no trace', () => {
    const { add, remove, isUntouched } = open(2);
    const key = add(found);
    expect(isUntouched()).toBe(false);
    remove(key);
    expect(isUntouched()).toBe(true);
  });

  it('a line that was taken out and added anew is another one', () => {
    const { add, remove, isUntouched, key } = open(1);
    remove(key(0));
    add({ id: 10, title: 'Товар 1', price: 100, unit: 'шт' });
    expect(isUntouched()).toBe(false);
  });
});

describe('the rules of a line', () => {
  it.each([
    ['count', '', undefined],
    ['price', '1,2,3', undefined],
    ['tax', '', undefined],
    ['tax', '1,234', 'Введите число, не больше 2 знаков после запятой'],
    ['tax', '10,01', 'От 0 до 10'],
    ['tax', '-1', 'От 0 до 10'],
    ['discount', '11', 'От 0 до 10'],
    ['reason', 'я'.repeat(256), undefined],
  ] as const)('%s "%s": %s', (field, text, message) => {
    const { now, change, key } = open(1);
    change(key(0), field, text);
    const [line] = now();
    expect(line && errorsOf(line)[field]).toBe(message);
  });

  const typed = fc.oneof(
    fc.stringMatching(/^-?\d{0,14}[.,]?\d{0,5}$/),
    fc.string({ maxLength: 6 }),
    fc.integer({ min: -20, max: 20 }).map(String),
  );
  it.each(['tax', 'discount'] as const)('what %s lets pass can be counted, and nothing else', field => {
    fc.assert(
      fc.property(typed, text => {
        fc.pre(text.trim() !== '');
        const { now, change, key } = open(1);
        change(key(0), field, text);
        const [line] = now();
        if (!line) throw new Error('The line is gone');
        expect(errorsOf(line)[field] === undefined).toBe(parseWithin(PERCENT, text.trim()) !== undefined);
      }),
    );
  });
});

describe('what is shown of what is wrong', () => {
  it('is nothing before a field is left, then that field, and everything once it was to be sent', () => {
    const { change, touch, validate, key, places } = open(3);
    change(key(0), 'discount', '11');
    change(key(2), 'tax', '11');
    expect(places()).toEqual([]);
    touch(key(0), 'discount');
    expect(places()).toEqual(['nomenclature.0.discount']);
    expect(validate()).toBe(false);
    expect(places()).toEqual(['nomenclature.0.discount', 'nomenclature.2.tax']);
    change(key(0), 'discount', '1');
    change(key(2), 'tax', '1');
    expect(places()).toEqual([]);
    expect(validate()).toBe(true);
  });

  it('a field that is left as it should be is not told when it is being typed in again', () => {
    const { change, touch, key, places } = open(1);
    touch(key(0), 'tax');
    change(key(0), 'tax', '11');
    expect(places()).toEqual([]);
  });

  it('names the line, and counts anew when one above it is gone', () => {
    const { store, change, remove, validate, key } = open(3);
    change(key(2), 'tax', 'x');
    validate();
    remove(key(0));
    expect(listErrors(store.getSnapshot())).toMatchObject([{ name: 'nomenclature.1.tax' }]);
    expect(listErrors(store.getSnapshot())[0]?.label).toMatch(/^Строка 2, /);
  });
});

it('sends numbers, whichever sign stands before their decimals', () => {
  const { store, change, add, takeForSave } = open(1);
  const [key = ''] = keysIn(store);
  change(key, 'count', '1 500,250');
  change(key, 'price', '99.90');
  change(key, 'tax', '');
  change(key, 'reason', ' бой '.normalize('NFD'));
  add(found);
  expect(takeForSave()).toEqual([
    {
      id: 1,
      nomenclature_id: 10,
      title: 'Товар 1',
      count: 1500.25,
      price: 99.9,
      tax: 0,
      discount: 0,
      reason: 'бой',
    },
    {
      id: null,
      nomenclature_id: 900,
      title: 'Новый',
      count: 1,
      price: 5,
      tax: 0,
      discount: 0,
      reason: '',
    },
  ]);
});

describe('after a save', () => {
  it('lines keep their keys, new ones too; what is the same is the same object', () => {
    const { store, now, add, remove, change, takeForSave, startFrom, isUntouched } = open(3);
    const [first = '', second = '', third = ''] = keysIn(store);
    remove(first);
    change(third, 'count', '7,0');
    const added = add(found);
    const before = now();
    takeForSave();
    startFrom([stock(2), stock(3, { count: 7 }), storedFound(44)]);
    expect(keysIn(store)).toEqual([second, third, added]);
    expect(now()[0]).toBe(before[0]);
    expect(now()[1]).toMatchObject({ id: 3, count: '7' });
    expect(now()[2]).toMatchObject({ id: 44, key: added });
    expect(isUntouched()).toBe(true);
    expect(store.getSnapshot().removed).toEqual([]);
  });

  it('lines of a backend that numbers none are known by their places', () => {
    const bare = [stock(1, { id: null }), stock(2, { id: null })];
    const store = createLineStore(bare);
    const keys = keysIn(store);
    store.actions.takeForSave();
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
    const { store, now, change, remove, add, takeForSave, applySaved, restore, isUntouched } = open(3);
    const [first = '', second = '', third = ''] = keysIn(store);
    const early = add(found);
    takeForSave();
    const sent = now();
    change(second, 'price', '55');
    remove(third);
    remove(early);
    const late = add(found);
    applySaved([...many(3), storedFound(44)], sent);
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

it('whatever is added and removed while it is sent, all of a refusal stays with its line or goes with it', () => {
  const meanwhile = fc.array(fc.nat({ max: 7 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 5 }), meanwhile, (refused, acts) => {
      const { store, takeForSave, remove, restore, add, applyRefusals, errors } = open(5);
      const keys = keysIn(store);
      takeForSave();
      for (const act of acts) {
        if (act < 5) remove(keys[act] ?? '');
        else if (act === 5) restore();
        else add(found);
      }
      const fields = refused.map(index => {
        return [`nomenclature.${index}.price`, [`Цена ${keys[index]}.`, 'Столько нет.']] as const;
      });
      expect(applyRefusals(Object.fromEntries(fields))).toEqual({});
      const expected = store.getSnapshot().lines.flatMap(({ key }, index) => {
        const at = keys.indexOf(key);
        return refused.includes(at) ? [`nomenclature.${index}.price Цена ${key}. Столько нет.`] : [];
      });
      expect(errors()).toEqual(expected);
    }),
  );
});

it('what was changed while it was sent is not what was refused', () => {
  const { takeForSave, change, applyRefusals, key, errors } = open(3);
  takeForSave();
  change(key(1), 'count', '77');
  applyRefusals({
    'nomenclature.1.count': ['Много'],
    'nomenclature.1.price': ['Дорого'],
    'nomenclature.1.id': ['Чужая'],
  });
  expect(errors()).toEqual(['nomenclature.1.price Дорого']);
});

it('a refusal goes when its field is changed, that of a whole line with any field of it', () => {
  const { takeForSave, change, applyRefusals, key, errors } = open(3);
  takeForSave();
  applyRefusals({
    'nomenclature.0.count': ['Много'],
    'nomenclature.1.count': ['Много'],
    'nomenclature.1.nomenclature_id': ['Нет такой'],
  });
  expect(errors()).toEqual([
    ...['nomenclature.0.count Много', 'nomenclature.1 Нет такой', 'nomenclature.1.count Много'],
  ]);
  change(key(1), 'reason', 'б');
  expect(errors()).toEqual(['nomenclature.0.count Много', 'nomenclature.1.count Много']);
  change(key(0), 'count', '2');
  change(key(1), 'count', '3');
  expect(errors()).toEqual([]);
});

it('the next attempt begins without the refusals of the one before', () => {
  const { takeForSave, applyRefusals, validate, errors } = open(2);
  takeForSave();
  applyRefusals({ 'nomenclature.0.count': ['Много'] });
  expect(validate()).toBe(true);
  expect(errors()).toEqual([]);
});

it('what is about no line is given back, not swallowed', () => {
  const { applyRefusals, takeForSave } = open(2);
  takeForSave();
  const unmatched = {
    transfer_code: ['Занят'],
    nomenclature: ['Слишком много строк'],
    'nomenclature.9.count': ['Нет такой'],
    'nomenclature.x': ['Что?'],
  };
  expect(applyRefusals({ ...unmatched, 'nomenclature.1.tax': ['Велик'] })).toEqual(unmatched);
});

it('goTo leads to the field, for a line as a whole to what removes it, and for no line nowhere', () => {
  const { store, key, focusByName, clearPendingFocus } = open(3);
  focusByName('nomenclature.2.tax');
  const { pendingFocus } = store.getSnapshot();
  expect(pendingFocus).toEqual({ key: key(2), field: 'tax' });
  if (pendingFocus) clearPendingFocus(pendingFocus);
  for (const nowhere of ['nomenclature.7.count', 'transfer_code', '']) focusByName(nowhere);
  expect(store.getSnapshot().pendingFocus).toBeNull();
  focusByName('nomenclature.1');
  expect(store.getSnapshot().pendingFocus).toEqual({ key: key(1), field: null });
});
