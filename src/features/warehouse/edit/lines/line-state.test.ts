import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNT, LINES_MAX, type Limit, PERCENT, PRICE, within } from '#domain/warehouse/limits.ts';
import { formatNumber } from '#kit/number.ts';
import { found, many } from '#tests/support/stock-lines.ts';
import { errorsOf } from './line-errors.ts';
import { createLineStore, type LineStore } from './line-store.ts';
import { listErrors } from './list-errors.ts';

function open(count: number) {
  const store = createLineStore(many(count));
  return { store, ...store.actions, now: () => store.read().lines };
}

function keyAt(store: LineStore, index: number): string {
  const line = store.read().lines[index];
  if (!line) throw new Error(`There is no line ${index}`);
  return line.key;
}

const titles = (store: LineStore) => store.read().lines.map(({ title }) => title);

describe('any sequence of changes', () => {
  type Step = { act: 'change' | 'remove' | 'restore' | 'add'; at: number; text: string };
  const step = fc.record<Step>({
    act: fc.constantFrom('change', 'remove', 'restore', 'add'),
    at: fc.nat({ max: 11 }),
    text: fc.constantFrom('1', '2,5', 'x', ''),
  });

  /** The same in the plainest words: a list of keys, and what was taken out of it. */
  function model(store: LineStore) {
    const keys = store.read().lines.map(({ key }) => key);
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
        expect(store.read().removed.length).toBe(taken.length);
      }),
    );
  });

  it('is undone by bringing everything back and typing what stood there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 6 }), places => {
        const { store, now, change, remove, restore, isUntouched } = open(6);
        for (const place of places) {
          const line = now()[place % Math.max(1, now().length)];
          if (!line) continue;
          change(line.key, 'price', '7');
          change(line.key, 'price', '100,00');
          remove(line.key);
          expect(isUntouched()).toBe(false);
        }
        for (const _ of places) restore();
        expect(titles(store)).toEqual(many(6).map(({ title }) => title));
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
    const { store, change, isUntouched } = open(2);
    change(keyAt(store, 0), field, text);
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
    const { store, add, remove, isUntouched } = open(1);
    remove(keyAt(store, 0));
    add({ id: 10, title: 'Товар 1', price: 100, unit: 'шт' });
    expect(isUntouched()).toBe(false);
  });
});

describe('the rules of a line', () => {
  it.each([
    ['count', '', 'Заполните поле'],
    ['count', ' ', 'Заполните поле'],
    ['count', '0', 'Не меньше 0,001'],
    ['count', '-1', 'Не меньше 0,001'],
    ['count', '0,0001', 'Введите число, не больше 3 знаков после запятой'],
    ['count', '1,5', undefined],
    ['count', '1.5', undefined],
    ['count', '1 500', undefined],
    ['count', '1,5000', undefined],
    ['price', '', 'Заполните поле'],
    ['price', '0', undefined],
    ['price', '1,234', 'Введите число, не больше 2 знаков после запятой'],
    ['price', '1,2,3', 'Введите число, не больше 2 знаков после запятой'],
    ['tax', '10', undefined],
    ['tax', '', undefined],
    ['tax', '10,01', 'От 0 до 10'],
    ['tax', '-1', 'От 0 до 10'],
    ['discount', '11', 'От 0 до 10'],
    ['reason', 'я'.repeat(255), undefined],
    ['reason', 'я'.repeat(256), 'Не длиннее 255 символов'],
  ] as const)('%s "%s": %s', (field, text, message) => {
    const { store, now, change } = open(1);
    change(keyAt(store, 0), field, text);
    const [line] = now();
    expect(line && errorsOf(line)[field]).toBe(message);
  });

  const typed = fc.oneof(
    fc.stringMatching(/^-?\d{0,14}[.,]?\d{0,5}$/),
    fc.string({ maxLength: 6 }),
    fc.integer({ min: -20, max: 20 }).map(String),
  );
  it.each([
    ['count', COUNT],
    ['price', PRICE],
    ['tax', PERCENT],
    ['discount', PERCENT],
  ] as const satisfies [string, Limit][])(
    'what %s lets pass can be counted, and nothing else',
    (field, limit) => {
      fc.assert(
        fc.property(typed, text => {
          fc.pre(text.trim() !== '');
          const { store, now, change } = open(1);
          change(keyAt(store, 0), field, text);
          const [line] = now();
          if (!line) throw new Error('The line is gone');
          expect(errorsOf(line)[field] === undefined).toBe(within(limit, text.trim()) !== undefined);
        }),
      );
    },
  );
});

describe('what is shown of what is wrong', () => {
  it('is nothing before a field is left, then that field, and everything once it was to be sent', () => {
    const { store, change, leave, check } = open(3);
    change(keyAt(store, 0), 'count', '');
    change(keyAt(store, 2), 'tax', '11');
    expect(errorsIn(store)).toEqual([]);
    leave(keyAt(store, 0), 'count');
    expect(errorsIn(store)).toEqual(['nomenclature.0.count']);
    expect(check()).toBe(false);
    expect(errorsIn(store)).toEqual(['nomenclature.0.count', 'nomenclature.2.tax']);
    change(keyAt(store, 0), 'count', '1');
    change(keyAt(store, 2), 'tax', '1');
    expect(errorsIn(store)).toEqual([]);
    expect(check()).toBe(true);
  });

  it('a field that is left as it should be is not told when it is being typed in again', () => {
    const { store, change, leave } = open(1);
    leave(keyAt(store, 0), 'count');
    change(keyAt(store, 0), 'count', '');
    expect(errorsIn(store)).toEqual([]);
  });

  it('names the line, and counts anew when one above it is gone', () => {
    const { store, change, remove, check } = open(3);
    change(keyAt(store, 2), 'price', 'x');
    check();
    remove(keyAt(store, 0));
    expect(listErrors(store.read())).toMatchObject([
      { name: 'nomenclature.1.price', label: 'Строка 2, Цена, руб.' },
    ]);
  });

  it('more lines than a document may have are refused as a whole', () => {
    const { store, check } = open(LINES_MAX + 1);
    expect(check()).toBe(false);
    expect(listErrors(store.read()).map(({ message }) => message)).toEqual([
      `Строк больше ${formatNumber(LINES_MAX)}: уберите лишние`,
    ]);
  });
});

function errorsIn(store: LineStore): string[] {
  return listErrors(store.read()).map(({ name }) => name);
}
