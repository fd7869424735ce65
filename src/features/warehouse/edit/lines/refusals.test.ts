import fc from 'fast-check';
import { expect, it } from 'vitest';
import { found, many } from '#tests/support/stock-lines.ts';
import { createLineStore, type LineStore } from './line-store.ts';
import { listErrors } from './list-errors.ts';

function open(count: number) {
  const store = createLineStore(many(count));
  const keys = store.read().lines.map(({ key }) => key);
  return { store, keys: [...keys] as const, ...store.actions };
}

function errorsIn(store: LineStore): string[] {
  return listErrors(store.read()).map(({ name, message }) => `${name} ${message}`);
}

const [FIRST, SECOND, THIRD] = [0, 1, 2] as const;

it('a refusal stands at the line that was sent at its place, wherever that is by now', () => {
  const { store, keys, toSend, remove, add, refuse } = open(4);
  toSend();
  remove(keys[FIRST] ?? '');
  add(found);
  expect(refuse({ 'nomenclature.3.count': ['Слишком много.', 'Столько нет.'] })).toEqual({});
  expect(errorsIn(store)).toEqual(['nomenclature.2.count Слишком много. Столько нет.']);
});

it('whatever is added and removed while it is sent, a refusal stays with its line or goes with it', () => {
  const meanwhile = fc.array(fc.nat({ max: 7 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 5 }), meanwhile, (refused, acts) => {
      const { store, keys, toSend, remove, restore, add, refuse } = open(5);
      toSend();
      for (const act of acts) {
        if (act < 5) remove(keys[act] ?? '');
        else if (act === 5) restore();
        else add(found);
      }
      const fields = refused.map(index => [`nomenclature.${index}.price`, [`Цена ${keys[index]}`]] as const);
      expect(refuse(Object.fromEntries(fields))).toEqual({});
      const expected = store.read().lines.flatMap(({ key }, index) => {
        const at = keys.indexOf(key);
        return refused.includes(at) ? [`nomenclature.${index}.price Цена ${key}`] : [];
      });
      expect(errorsIn(store)).toEqual(expected);
    }),
  );
});

it('what was changed while it was sent is not what was refused', () => {
  const { store, keys, toSend, change, refuse } = open(3);
  toSend();
  change(keys[SECOND] ?? '', 'count', '77');
  refuse({
    'nomenclature.1.count': ['Много'],
    'nomenclature.1.price': ['Дорого'],
    'nomenclature.1.id': ['Чужая'],
  });
  expect(errorsIn(store)).toEqual(['nomenclature.1.price Дорого']);
});

it('a refusal goes when its field is changed, that of a whole line with any field of it', () => {
  const { store, keys, toSend, change, refuse } = open(3);
  toSend();
  refuse({
    'nomenclature.0.count': ['Много'],
    'nomenclature.1.count': ['Много'],
    'nomenclature.1.nomenclature_id': ['Нет такой'],
  });
  expect(errorsIn(store)).toEqual([
    ...['nomenclature.0.count Много', 'nomenclature.1 Нет такой', 'nomenclature.1.count Много'],
  ]);
  change(keys[SECOND] ?? '', 'reason', 'б');
  expect(errorsIn(store)).toEqual(['nomenclature.0.count Много', 'nomenclature.1.count Много']);
  change(keys[FIRST] ?? '', 'count', '2');
  change(keys[SECOND] ?? '', 'count', '3');
  expect(errorsIn(store)).toEqual([]);
});

it('the next attempt begins without the refusals of the one before', () => {
  const { store, toSend, refuse, check } = open(2);
  toSend();
  refuse({ 'nomenclature.0.count': ['Много'] });
  expect(check()).toBe(true);
  expect(errorsIn(store)).toEqual([]);
});

it('what is about no line is given back, not swallowed', () => {
  const { refuse, toSend } = open(2);
  toSend();
  const strange = {
    ...{ transfer_code: ['Занят'], nomenclature: ['Слишком много строк'] },
    ...{ 'nomenclature.9.count': ['Нет такой'], 'nomenclature.x': ['Что?'] },
  };
  expect(refuse({ ...strange, 'nomenclature.1.tax': ['Велик'] })).toEqual(strange);
});

it('goTo leads to the field, and for a line as a whole to what removes it', () => {
  const { store, keys, goTo, reached } = open(3);
  goTo('nomenclature.2.tax');
  const { wanted } = store.read();
  expect(wanted).toEqual({ key: keys[THIRD], field: 'tax' });
  if (wanted) reached(wanted);
  expect(store.read().wanted).toBeNull();
  goTo('nomenclature.1');
  expect(store.read().wanted).toEqual({ key: keys[SECOND], field: null });
});

it.each(['nomenclature.7.count', 'transfer_code', ''])('goTo("%s") leads nowhere', name => {
  const { store, goTo } = open(2);
  goTo(name);
  expect(store.read().wanted).toBeNull();
});
