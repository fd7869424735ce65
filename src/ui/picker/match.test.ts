import { describe, expect, it, test } from 'vitest';
import { choicesOf } from './choices.ts';
import { findChoices } from './match.ts';

const PEOPLE = [
  'Иванов Петр',
  'Петров Иван',
  'Семёнова Алёна',
  'Пивоваров Олег',
  'Сергеев Андрей',
  'Smith John',
  'Салтыков-Щедрин Михаил',
];

const choices = choicesOf(PEOPLE.map((name, id) => ({ id, name })));

const found = (text: string) => findChoices(choices, text).map(({ choice }) => choice.option.name);

test.each([
  ['пет ив', 'Петров Иван'],
  ['ив пет', 'Иванов Петр'],
  ['СЕМЕНОВА', 'Семёнова Алёна'],
  ['ален', 'Семёнова Алёна'],
  ['алён', 'Семёнова Алёна'],
  ['gtnhjd', 'Петров Иван'],
  ['ctv', 'Семёнова Алёна'],
  ['ыьшер', 'Smith John'],
  ['petrov', 'Петров Иван'],
  ['sergeev', 'Сергеев Андрей'],
  ['щедрин', 'Салтыков-Щедрин Михаил'],
  ['п и', 'Петров Иван'],
  ['и п', 'Иванов Петр'],
  ['вова', 'Пивоваров Олег'],
])('«%s» means %s first', (text, name) => {
  expect(found(text)[0]).toBe(name);
});

it('asks for every word', () => {
  expect(found('пет ив')).toEqual(['Петров Иван', 'Иванов Петр']);
  expect(found('петров олег')).toEqual([]);
});

it('prefers the beginning of the name to a later word, and both to the middle of a word', () => {
  const names = choicesOf(['Сиванова Ольга', 'Петров Иван', 'Иванов Петр'].map((name, id) => ({ id, name })));
  expect(findChoices(names, 'ива').map(({ choice }) => choice.option.name)).toEqual([
    'Иванов Петр',
    'Петров Иван',
    'Сиванова Ольга',
  ]);
});

it('takes beginnings that run together only when nobody is meant otherwise', () => {
  expect(found('пив')).toEqual(['Пивоваров Олег']);
  expect(found('саан')).toEqual([]);
  expect(found('сеан')).toEqual(['Сергеев Андрей']);
  expect(found('ctfy')).toEqual(['Сергеев Андрей']);
});

it('finds nothing for text without a letter or digit', () => {
  expect(found(' ? ')).toEqual([]);
});

it('takes the order of the list between equals, and what is favoured before them', () => {
  const names = choicesOf(['Петров Б', 'Петров А'].map((name, id) => ({ id, name })));
  const order = (favoured: number) =>
    findChoices(names, 'пет', ({ option }) => (option.id === favoured ? 0.1 : 0)).map(
      ({ choice }) => choice.option.id,
    );
  expect(order(0)).toEqual([0, 1]);
  expect(order(1)).toEqual([1, 0]);
});

it.each([
  ['пет ив', '0-3 7-9'],
  ['ив петр', '0-2 7-11'],
  ['щед', '9-12'],
  ['fkt', '9-12'],
  ['petro', '0-5'],
])('what is emphasised: «%s» is found at %s', (text, places) => {
  const spans = findChoices(choices, text)[0]?.spans.map(({ from, to }) => `${from}-${to}`);
  expect(spans?.join(' ')).toBe(places);
});

it('finds decomposed letters, and emphasises the whole of their word', () => {
  const name = 'Андрей Йодов'.normalize('NFD');
  const found = findChoices(choicesOf([{ id: 1, name }]), 'йод')[0]?.spans ?? [];
  expect(found.map(({ from, to }) => name.slice(from, to).normalize('NFC'))).toEqual(['Йодов']);
});

it('finds what is in a group by the name of the group, after what bears the name itself', () => {
  const works = choicesOf([
    { id: 1, name: 'Сантехника', children: [{ id: 2, name: 'Замена крана' }] },
    { id: 3, name: 'Сантехник на час' },
  ]);
  expect(findChoices(works, 'сант').map(({ choice }) => choice.option.id)).toEqual([3, 2]);
  expect(findChoices(works, 'кран сант').map(({ choice }) => choice.option.id)).toEqual([2]);
});

describe('500 promoters whose names overlap', () => {
  const last = [
    ...['Иванов', 'Петров', 'Смирнов', 'Кузнецов', 'Попов', 'Васильев', 'Соколов', 'Михайлов', 'Новиков'],
    ...['Федоров', 'Морозов', 'Волков', 'Алексеев', 'Лебедев', 'Семенов', 'Егоров', 'Павлов', 'Козлов'],
    ...['Степанов', 'Николаев', 'Орлов', 'Андреев', 'Макаров', 'Титов', 'Захаров'],
  ];
  const first = [
    ...['Петр', 'Иван', 'Алексей', 'Олег', 'Дмитрий', 'Сергей', 'Юрий', 'Эдуард', 'Федор', 'Илья'],
    ...['Лев', 'Борис', 'Глеб', 'Роман', 'Виктор', 'Тимур', 'Денис', 'Егор', 'Марк', 'Яков'],
  ];
  const names = last.flatMap(one => first.map(other => `${one} ${other}`));
  const people = choicesOf(names.map((name, id) => ({ id, name })));
  /** Three keys, of the surname and of the first name, in any of the ways in which one types them. */
  const offersFor = (name: string) => {
    const [one = '', other = ''] = name.toLowerCase().split(' ');
    const typed = [`${one[0]} ${other[0]}`, `${one[0]}${other.slice(0, 2)}`, `${one.slice(0, 2)}${other[0]}`];
    return typed.map(text => findChoices(people, text).map(({ choice }) => choice.option.name));
  };

  it('has each of them in sight with three keys, and most on top', () => {
    const placesOf = (name: string) => offersFor(name).map(results => results.indexOf(name));
    const places = names.map(name => Math.min(...placesOf(name).filter(place => place >= 0)));
    expect(places.filter(place => place >= 5)).toEqual([]);
    expect(places.filter(place => place === 0).length / names.length).toBeGreaterThan(0.9);
  });
});
