import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedList, parseList, ROWS_MAX } from './parse-list.ts';

/** The rows as «name|email|password». */
function read(text: string): string[] {
  const list = parseList(text);
  if (list.state !== 'read') throw new Error(list.state);
  return list.people.map(({ name, email, password }) => [name, email, password].join('|'));
}

describe('a list', () => {
  it.each([
    ['tabs', 'Иван\tivan@example.com\tsecret\nВера\tvera@example.com'],
    ['semicolons', 'Иван;ivan@example.com;secret\nВера;vera@example.com;'],
    ['commas', 'Иван,ivan@example.com,secret\nВера,vera@example.com'],
    ['a separator of its own in each row', 'Иван\tivan@example.com\tsecret\nВера;vera@example.com'],
    ['semicolons, and below them commas', 'Иван;ivan@example.com;secret\nВера,vera@example.com'],
    ['semicolons with spaces', 'Иван ; ivan@example.com; secret \n Вера; vera@example.com'],
    [
      'Windows line ends and a byte order mark',
      '\ufeffИван\tivan@example.com\tsecret\r\nВера\tvera@example.com\r\n',
    ],
    ['the separator for Excel', '\ufeffsep=;\r\nИван;ivan@example.com;secret\r\nВера;vera@example.com'],
    ['line ends of old', 'Иван\tivan@example.com\tsecret\rВера\tvera@example.com'],
    ['mixed line ends', 'Иван\tivan@example.com\tsecret\r\n\nВера\tvera@example.com\n'],
    ['empty rows and columns', '\n\t\t\nИван\tivan@example.com\tsecret\t\t\n \n\nВера\tvera@example.com\n\n'],
    ['quotes around cells', '"Иван";"ivan@example.com";"secret"\n"Вера";"vera@example.com";""'],
    [
      'characters that nobody sees',
      '\u200bИван\tivan@example.com\u00a0\tsecret\u0000\nВера\t\u00advera@example.com',
    ],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual(['Иван|ivan@example.com|secret', 'Вера|vera@example.com|']);
  });

  it.each([
    ['Имя;E-mail;Пароль', 'Иван;ivan@example.com;p'],
    ['Сотрудник;Адрес;E-mail;Пароль', 'Иван;Лесная 5;ivan@example.com;p'],
    [
      'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value',
      'Иван,,* Home,ivan@example.com,i@example.com',
    ],
    ['№;ФИО;Телефон;Email', '1;Иван;+7 916;ivan@example.com'],
    ['Почта\tИмя', 'ivan@example.com\tИван'],
    ['name,email', 'Иван,ivan@example.com'],
    ['Отображаемое имя;Адрес эл. почты', 'Иван;ivan@example.com'],
    ['Имя промоутера;Контакт;E-mail', 'Иван;+7 916;ivan@example.com'],
  ])('may begin with the heading %s', (heading, row) => {
    expect(read(`${heading}\n${row}`)[0]).toMatch(/^Иван\|ivan@example\.com\|p?$/);
  });

  it('may have the e-mail first', () => {
    expect(read('ivan@example.com;Иван;p@ss')).toEqual(['Иван|ivan@example.com|p@ss']);
  });

  it.each([
    [
      'columns of their own',
      'Фамилия\tИмя\tОтчество\tE-mail\nИванова\tМария\tПетровна\tm@example.com',
      'Иванова Мария Петровна|m@example.com|',
    ],
    [
      'columns in another order',
      'Отчество;E-mail;Имя;Фамилия\nПетровна;m@example.com;Мария;Иванова',
      'Иванова Мария Петровна|m@example.com|',
    ],
    [
      'English columns',
      'First Name,Last Name,Email\nOlga,Orlova,o@example.com',
      'Orlova Olga|o@example.com|',
    ],
    [
      'columns of Google Contacts',
      'Name,Given Name,Additional Name,Family Name,E-mail 1 - Value\nOlga Orlova,Olga,A.,Orlova,o@example.com',
      'Orlova Olga A.|o@example.com|',
    ],
    ['«Name» and a surname', 'Name,Surname,Email\nOlga,Orlova,o@example.com', 'Orlova Olga|o@example.com|'],
    [
      'words without a space',
      'FirstName;LastName;Email\nOlga;Orlova;o@example.com',
      'Orlova Olga|o@example.com|',
    ],
    [
      'columns with more words',
      'Имя и отчество;Фамилия промоутера;E-mail\nМария Петровна;Иванова;m@example.com',
      'Иванова Мария Петровна|m@example.com|',
    ],
    ['columns without a heading', 'Иванова\tМария\tm@example.com\tp', 'Иванова Мария|m@example.com|p'],
    [
      'columns behind the e-mail',
      'm@example.com;Иванова;Мария;Петровна;p1',
      'Иванова Мария Петровна|m@example.com|p1',
    ],
  ])('may have a name in %s', (_, text, row) => {
    expect(read(text)).toEqual([row]);
  });

  it.each([
    [
      'Вера <v@example.com>; Иван Петров <i@example.com>;',
      ['Вера|v@example.com|', 'Иван Петров|i@example.com|'],
    ],
    ['"Петров, Иван" <i@example.com>, v@example.com', ['Петров, Иван|i@example.com|', '|v@example.com|']],
    [
      "Петров, Иван <i@example.com>; 'Вера' <v@example.com>",
      ['Петров, Иван|i@example.com|', 'Вера|v@example.com|'],
    ],
    ['E-mail\nВера <v@example.com>', ['Вера|v@example.com|']],
  ])('may be addresses of a mail: %s', (text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  it.each([
    ['Иванова Мария Петровна ivanova.m@example.com', 'Иванова Мария Петровна|ivanova.m@example.com|'],
    ['1. Иванова Мария 8 000 111-22-33 - m@example.com', 'Иванова Мария|m@example.com|'],
    ['m@example.com Иванова Мария', 'Иванова Мария|m@example.com|'],
    ['Иванова Мария m@example.com 8 000 111-22-33', 'Иванова Мария|m@example.com|'],
    ['Иванова Мария m@example.com\tp', 'Иванова Мария|m@example.com|p'],
    ['Иванова Мария <m@example.com>\t8 000 111-22-33', 'Иванова Мария|m@example.com|'],
    ['m@example.com (рабочий)\tИванова Мария\tp', 'Иванова Мария|m@example.com|p'],
    ['ФИО;E-mail\n;Иванова Мария m@example.com', 'Иванова Мария|m@example.com|'],
  ])('takes the address out of the words of a cell: %s', (text, row) => {
    expect(read(text)).toEqual([row]);
  });

  it('leaves several addresses of a cell together, for their remark', () => {
    expect(read('Вера\tv@example.com w@example.com')).toEqual(['Вера|v@example.com w@example.com|']);
  });

  it.each([
    '8 000 111-22-33',
    '+7 (000) 111-22-33 доб. 5',
    '80001112233, 80001112244',
    '+375 29 111-22-33',
    '12.05.1990',
    '1990-05-12 10:00:00',
    '12 мая 1990 г.',
    '1 500,00',
    '1500 руб.',
    '500 ₽',
  ])('without a heading takes %s for no password, and says so', value => {
    const name = 'Иванов Иван';
    const person = { name, email: 'i@example.com', password: '', left: value };
    const texts = [`${name}\ti@example.com\t${value}`, `i@example.com\t${name}\t${value}`];
    for (const text of texts) expect(parseList(text)).toMatchObject({ people: [person] });
  });

  it.each(['12345678', '2024', '12-34-56', 'Vasya+79001112233', '1 500 рублей Васи', '$ecret'])(
    'takes %s for a password',
    password => {
      expect(read(`Иван\ti@example.com\t${password}`)).toEqual([`Иван|i@example.com|${password}`]);
    },
  );

  it('takes a phone for a password where the heading says so', () => {
    expect(read('Имя;E-mail;Пароль\nИван;i@example.com;80001112233')).toEqual([
      'Иван|i@example.com|80001112233',
    ]);
  });

  it('composes letters, in a password none', () => {
    const decomposed = 'Андрей'.normalize('NFD');
    expect(read(`${decomposed}\t\u202aa@example.com\u2069\t${decomposed}`)).toEqual([
      `Андрей|a@example.com|${decomposed}`,
    ]);
  });

  it('says which cells have no field', () => {
    const leftOf = (text: string) => {
      const list = parseList(text);
      return list.state === 'read' ? list.people.map(({ left }) => left) : [];
    };
    expect(leftOf('ФИО;E-mail\nИван;i@example.com (рабочий)')).toEqual(['E-mail: (рабочий)']);
    expect(leftOf('№;ФИО;Телефон;Email\n1;Иван;+7 916;i@example.com')).toEqual(['№: 1; Телефон: +7 916']);
    expect(leftOf('1\tИванова\tМария\tm@example.com\tp\tОмск')).toEqual(['1; Омск']);
    expect(leftOf('Иван;i@example.com;p')).toEqual(['']);
  });

  it('takes somebody whose name looks like a heading for somebody', () => {
    expect(read('Имярек\timya@example.com\nИван\tivan@example.com')).toHaveLength(2);
  });

  it('goes on after rows that name no address, for their remark to be read', () => {
    expect(read('Иван\nВера;vera@example.com')).toEqual(['Иван||', 'Вера|vera@example.com|']);
    expect(read('Петров, Иван\nВера;vera@example.com')).toEqual(['Петров, Иван||', 'Вера|vera@example.com|']);
  });

  it('numbers those that are not empty', () => {
    const list = parseList('Имя;Email\n\nИван;ivan@example.com\n\nВера;vera@example.com');
    expect(list).toMatchObject({ people: [{ line: 1 }, { line: 2 }] });
  });
});

describe('nasty cells', () => {
  it.each([
    ['quotes doubled by a spreadsheet', '"ООО ""Ромашка"""\ta@example.com', 'ООО "Ромашка"|a@example.com|'],
    ['a quote inside', 'Иван "Ваня" Петров\ta@example.com', 'Иван "Ваня" Петров|a@example.com|'],
    ['a quote at the start', '"Ваня" Петров\ta@example.com', '"Ваня" Петров|a@example.com|'],
    ['a quote that nobody closes', '"Ваня\ta@example.com', '"Ваня|a@example.com|'],
    ['a line break in quotes', '"Иван\nПетров"\ta@example.com', 'Иван Петров|a@example.com|'],
    ['a comma between tabs', 'Петров, Иван\ta@example.com', 'Петров, Иван|a@example.com|'],
    ['a semicolon in quotes', '"Иван; Петров";a@example.com', 'Иван; Петров|a@example.com|'],
    ['markup', '<img src=x onerror=alert(1)>\ta@example.com', '<img src=x onerror=alert(1)>|a@example.com|'],
    ['a formula', '=HYPERLINK("x")\ta@example.com', '=HYPERLINK("x")|a@example.com|'],
    ['a family of emoji', '👩‍👩‍👧 Семья\ta@example.com', '👩‍👩‍👧 Семья|a@example.com|'],
    ['ё', 'Семён Ёлкин\ta@example.com', 'Семён Ёлкин|a@example.com|'],
  ])('with %s are told as they are', (_, text, row) => {
    const delimiter = text.includes('\t') ? '\t' : ';';
    expect(read(`${text}\nВера${delimiter}vera@example.com`)).toEqual([row, 'Вера|vera@example.com|']);
  });

  it('keep every space inside a password', () => {
    expect(read('Иван  Петров\ta@example.com\t my  secret ')).toEqual([
      'Иван Петров|a@example.com|my  secret',
    ]);
  });
});

it('drops and doubles no letter and no digit of any cell', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[А-Яа-яЁёA-Za-z0-9@.+()<-]{1,12}$/),
    fc.constantFrom('a@example.com', '8 000 111-22-33'),
  );
  const cell = fc.array(word, { maxLength: 3 }).map(words => words.join(' '));
  const row = fc.array(cell, { minLength: 2, maxLength: 7 });
  const other = ['ФИО', 'Фамилия', 'Имя', 'Отчество', 'Пароль', 'Телефон', 'E-mail 2'];
  const heading = fc.shuffledSubarray(['E-mail', ...other], { minLength: 2 });
  const signs = (text: string) =>
    text
      .match(/[\p{L}\p{N}]/gu)
      ?.sort()
      .join('') ?? '';
  const check = (rows: string[][], headings: string[], separator: string) => {
    const isHeading = headings.includes('E-mail');
    const text = [...(isHeading ? [headings] : []), ...rows].map(cells => cells.join(separator)).join('\n');
    const list = parseList(text);
    const people = list.state === 'read' ? list.people : [];
    const said = people.map(({ name, email, password, left }) => [name, email, password, left].join(' '));
    const names = headings.map(name => new RegExp(`(?<= |^)${name}: `, 'g'));
    const withoutNames = names.reduce((rest, name) => rest.replace(name, ' '), said.join(' '));
    expect(signs(withoutNames)).toBe(signs(rows.flat().join(' ')));
  };
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), heading, fc.constantFrom('\t', ';'), check),
  );
});

describe('nothing is read of', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `Имя ${at}\tp${at}@example.com`).join('\n');

  it.each<[string, string, ParsedList]>([
    ['an empty text', ' \n\t\n', { state: 'nothing' }],
    ['a heading alone', 'Имя;E-mail', { state: 'nothing' }],
    ['1000 rows', many(1000), { state: 'too-many', count: 1000 }],
    ['a text without end', 'я'.repeat(1_000_001), { state: 'too-long' }],
  ])('%s', (_, text, expected) => {
    expect(parseList(text)).toEqual(expected);
  });

  it('one row too many, but of as many as may be', () => {
    expect(parseList(many(ROWS_MAX + 1)).state).toBe('too-many');
    expect(read(`Имя\tE-mail\n${many(ROWS_MAX)}`)).toHaveLength(ROWS_MAX);
  });
});
