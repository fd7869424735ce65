import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findInFiles } from '#features/contacts/import/find-people.ts';
import { toPerson } from '#features/contacts/import/person.ts';

const QUIET = { onRead: () => {}, ask: async () => new Map() };

async function peopleOf(name: string) {
  const content = readFileSync(new URL(name, import.meta.url));
  const { found, refusals } = await findInFiles([new File([content], name)], QUIET);
  expect(refusals).toEqual([]);
  return found.map(each => {
    const { values, problem, isDoubtful } = toPerson('0', each, true);
    expect({ problem, isDoubtful }).toEqual({ problem: '', isDoubtful: false });
    return [
      `${values.first_name}, ${values.last_name}`,
      values.phones.join(' '),
      ...values.comment.split('\n'),
    ];
  });
}

const OLGA = [
  ...[
    'Ольга Сергеевна, Тихонова',
    '0001234567',
    'ООО «Ромашка»',
    'Звонить вечером,',
    'код 12;34',
    'Обращение: д-р',
  ],
  ...[
    'Адрес: Лесная 5, кв 12, Тверь',
    'День рождения: 1990-05-12',
    'E-mail: olga@example.com',
    'Должность: врач',
  ],
  'Другие номера: 234-56-78,102',
];
const SHCHUKINA = ['Щукина, ', '0003456789', ''];
const ANNA = ['0001112233', 'Звонить вечером', 'Прозвище: Аня', 'Адрес: Лесная 5, кв 12, Тверь'];
const MAILS = ['E-mail: anna@example.com', 'E-mail: o@example.com'];
const IVAN = [
  ...['Иван Сергеевич, Петров', 'ООО «Ромашка»', 'Тяжелая дверь, звонить дважды', 'E-mail: ivan@example.com'],
  ...['Должность: мастер', 'Адрес: Лесная 5, Тверь, 170000'],
];
const MARIA = [
  ...['Мария Сергеевна, Кузнецова-Заозёрная', '0002223344 0005556677'],
  'Течёт кран на кухне, звонить вечером; код домофона 12, этаж пятый, дверь налево',
  ...[
    'Обращение: д-р',
    'Адрес: Лесная 5, кв 12, Тверь',
    'E-mail: masha@example.com',
    'Роль: старшая по дому',
  ],
];
const NINA = [
  ...['г-жа Нина, Павловна Лебедева', '0003216549 0007654321', 'ООО «Василек»', 'Не звонить до обеда;'],
  'спросить Нину, не Анну: длинная заметка, чтобы строка в файле была сложена',
  ...['доб. 102 к +7 (000) 765-43-21', 'E-mail: nina@example.com', 'Должность: бухгалтер'],
  'Сайт: https://nina.example.com',
];

test.each([
  [
    'khard.vcf',
    [
      [
        ...['Пётр, Кузнецов-Заозёрный', '0002223344'],
        'Длинная заметка, которая не помещается в одну строку файла и потому складывается программой в несколько строк',
      ],
      OLGA,
    ],
  ],
  ['abook.vcf', [SHCHUKINA, ['Анна Мария, Окунева', ...ANNA, ...MAILS, 'День рождения: 1990-05-12']]],
  [
    'abook.ldif',
    [
      SHCHUKINA,
      ['Анна Мария Окунева, ', ...ANNA, 'E-mail: anna@example.com, o@example.com', 'Годовщина: 1990-05-12'],
    ],
  ],
  ['gammu.vcf', [[...IVAN, '0002223344 0001234567', 'День рождения: 19850301']]],
  ['gammu.ldif', [[...IVAN, '0001234567 0002223344']]],
  [
    'kcontacts.vcf',
    [
      [...MARIA, 'День рождения: 1979-07-08'],
      [...MARIA, 'Прозвище: Маша', 'День рождения: 1979-07-08'],
      [...MARIA, 'Прозвище: Маша', 'День рождения: 19790708'],
    ],
  ],
  ['evolution.vcf', [[...NINA, 'Прозвище: Ниночка'], NINA]],
])('%s is read with all that stands in it, without a doubt', async (name, people) => {
  const found = await peopleOf(name);
  expect(found).toHaveLength(people.length);
  people.forEach((lines, place) => {
    expect(found[place]?.sort()).toEqual([...lines].sort());
  });
});
