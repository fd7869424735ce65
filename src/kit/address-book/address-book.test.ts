import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, roleOf, toPersonRecord } from './columns.ts';
import { readAddressCsv } from './read-csv.ts';
import { isLdif, readLdif } from './read-ldif.ts';

const records = async (text: string) => {
  const table = await readAddressCsv(text);
  return table?.rows.map(({ cells }) => toPersonRecord(cells));
};
const lines = (...each: string[]) => each.join('\r\n');

describe('a CSV of an address book', () => {
  test('of Google Contacts since 2024 is read', async () => {
    const text = lines(
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
      'Анна,Ильинична,Перова,,Аня,,ООО «Ромашка»,Бухгалтер,1990-05-12,"Код 12, этаж 3\nзвонить вечером",https://lh3.example/photo.jpg,Клиенты ::: * myContacts,* Home,anna@example.com,Mobile,8 (000) 000-00-01 ::: * +7 000 000 00 02,Work,+7 000 000-00-03',
    );
    expect(await records(text)).toEqual([
      {
        family: 'Перова',
        given: 'Анна',
        additional: 'Ильинична',
        formatted: '',
        organisation: 'ООО «Ромашка»',
        note: 'Код 12, этаж 3\nзвонить вечером',
        phones: ['+7 000 000 00 02', '8 (000) 000-00-01', '+7 000 000-00-03'],
        others: [
          { name: 'NICKNAME', value: 'Аня' },
          { name: 'TITLE', value: 'Бухгалтер' },
          { name: 'BDAY', value: '1990-05-12' },
          { name: 'Labels', value: 'Клиенты' },
          { name: 'EMAIL', value: 'anna@example.com' },
        ],
      },
    ]);
  });

  test('of Google Contacts before 2024 names a custom field and an address once', async () => {
    const text = lines(
      'Name,Given Name,Additional Name,Family Name,Group Membership,Phone 1 - Type,Phone 1 - Value,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Custom Field 1 - Type,Custom Field 1 - Value',
      'Борис Вторых,Борис,,Вторых,* myContacts,Mobile,+70000000002,"ул. Лесная, 5, Курск","ул. Лесная, 5",Курск,Дача,Ключи у соседа',
    );
    expect(await records(text)).toMatchObject([
      {
        formatted: 'Борис Вторых',
        given: 'Борис',
        family: 'Вторых',
        phones: ['+70000000002'],
        others: [
          { name: 'ADR', value: 'ул. Лесная, 5, Курск' },
          { name: 'Custom Field 1 - Type', value: 'Дача' },
          { name: 'Custom Field 1 - Value', value: 'Ключи у соседа' },
        ],
      },
    ]);
  });

  test('of Outlook is read in Russian, with what it writes for nothing', async () => {
    const text = lines(
      '"Обращение";"Имя";"Отчество";"Фамилия";"Организация";"Должность";"Улица (дом. адрес)";"Город (дом. адрес)";"Рабочий факс";"Рабочий телефон";"Телефон переносной";"Телефон помощника";"Важность";"День рождения";"Заметки";"Адрес эл. почты";"Тип эл. почты";"Пол"',
      '"";"Вера";"Петровна";"Третьяк";"Завод";"";"Лесная, 5";"Курск";"+7 (000) 000-00-09";"+7 (000) 000-00-03";"8 000 000-00-04";"+7 000 000-00-05";"Обычная";"0.0.00";"Звонить;утром";"vera@example.com";"SMTP";"Не указан"',
    );
    expect(await records(text)).toMatchObject([
      {
        given: 'Вера',
        additional: 'Петровна',
        family: 'Третьяк',
        organisation: 'Завод',
        note: 'Звонить;утром',
        phones: ['+7 (000) 000-00-03', '8 000 000-00-04'],
        others: [
          { name: 'ADR', value: 'Лесная, 5, Курск' },
          { name: 'FAX', value: '+7 (000) 000-00-09' },
          { name: 'Телефон помощника', value: '+7 000 000-00-05' },
          { name: 'EMAIL', value: 'vera@example.com' },
        ],
      },
    ]);
  });

  test.each([
    [
      'Thunderbird',
      'First Name,Last Name,Display Name,Primary Email,Mobile Number,Birth Year,Birth Month,Birth Day',
    ],
    ['Evolution', 'given_name,family_name,full_name,email_1,mobile_phone,Birth Year,Birth Month,Birth Day'],
  ])('of %s is read, a birthday out of three cells', async (_, headings) => {
    const text = lines(headings, 'Глеб,Чет,Глеб Чет,gleb@example.com,+70000000006,1980,02,03');
    expect(await records(text)).toMatchObject([
      {
        given: 'Глеб',
        family: 'Чет',
        formatted: 'Глеб Чет',
        phones: ['+70000000006'],
        others: [
          { name: 'EMAIL', value: 'gleb@example.com' },
          { name: 'BDAY', value: '1980-02-03' },
        ],
      },
    ]);
  });

  test('of another program says which headings it does not know, and is read as was chosen', async () => {
    const table = await readAddressCsv(
      lines('Фамилия\tТелефон\tДом\tКличка', 'Пятых\t80000000007\t12\tРекс', '\t\t\t'),
    );
    expect(table?.unknown).toEqual([
      { heading: 'Дом', value: '12' },
      { heading: 'Кличка', value: 'Рекс' },
    ]);
    const [row] = table?.rows ?? [];
    expect(toPersonRecord(row?.cells ?? [], new Map([['Дом', 'note']]))).toMatchObject({
      family: 'Пятых',
      note: '12',
      others: [{ name: 'Кличка', value: 'Рекс' }],
    });
  });

  test('may have a separator for Excel and a title above its headings, which is kept', async () => {
    const table = await readAddressCsv(
      lines('sep=;', 'Клиенты на май;;', '', 'Клиент;Телефон', 'Ия;80000000008'),
    );
    expect(table?.rows).toMatchObject([
      { cells: [{ heading: '', value: 'Клиенты на май' }], isWhole: true },
      { cells: [{ value: 'Ия' }, { value: '80000000008' }], isWhole: true },
    ]);
  });

  test.each([
    'Иванов Иван;89990000000',
    'Иванов;89990000000\nИмя;Телефон',
    'Имя',
    'Иван\tПетров\nАнна\tПерова',
    '',
  ])('is not what has no headings: %s', async text => {
    expect(await readAddressCsv(text)).toBeNull();
  });

  test('marks a row whose quotes never close or that has too many cells', async () => {
    const table = await readAddressCsv(lines('Имя,Телефон', 'Ия,1,2', 'Ян,3', '"Ева,4'));
    expect(table?.rows.map(({ isWhole }) => isWhole)).toEqual([false, true, false]);
  });
});

describe('LDIF', () => {
  const text = [
    ...[
      'version: 1',
      '',
      '# made by a directory',
      'dn:: Y2490JjRjw==',
      'objectclass: person',
      'givenName:: 0JjRjw==',
    ],
    ...[
      'sn: Petrova',
      'telephoneNumber: +7 000 000',
      ' -00-08',
      'mail: ia@example.com',
      'description;lang-ru: Этаж 3',
      'jpegPhoto:: /9j/4AAQ',
    ],
    ...['', 'cn: Second', 'не атрибут', 'jpegPhoto: @@', ''],
  ].join('\n');

  test('is known by its first line', () => {
    expect(isLdif('dn: cn=Ия\ncn: Ия')).toBe(true);
    expect(isLdif('version: 1\n\n# x\ndn:: Y24=')).toBe(true);
    expect(isLdif('# extended LDIF\r\n#\r\nversion: 1\r\n\r\ndn: cn=Ия')).toBe(true);
    expect(isLdif('BEGIN:VCARD')).toBe(false);
  });

  test.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
  ])('gives its people, folded lines and base64 read, and marks what it cannot read', end => {
    const [first, second] = readLdif(text.replaceAll('\n', end));
    expect(toPersonRecord(first?.cells ?? [])).toEqual({
      family: 'Petrova',
      given: 'Ия',
      additional: '',
      formatted: '',
      organisation: '',
      note: 'Этаж 3',
      phones: ['+7 000 000-00-08'],
      others: [{ name: 'EMAIL', value: 'ia@example.com' }],
    });
    expect(second).toMatchObject({ isWhole: false });
    expect(toPersonRecord(second?.cells ?? []).others).toContainEqual({ name: '', value: 'не атрибут' });
  });
});

const letters = (text: string) => [...text.matchAll(/[\p{L}\p{N}]/gu)].map(([letter]) => letter).sort();
const HEADINGS = [
  'Имя',
  'Фамилия',
  'Отчество',
  'Организация',
  'Заметки',
  'Телефон',
  'Адрес',
  'Город',
  'E-mail 1 - Value',
  'E-mail 2 - Value',
  'Phone 1 - Label',
  'Тип дома',
  'Кличка',
  'День рождения',
];

test('every letter and digit of a row comes out in a field or among what has no place', async () => {
  const row = fc.record(
    Object.fromEntries(
      HEADINGS.map(heading => [heading, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })]),
    ),
  );
  const quoted = (values: readonly string[]) =>
    values.map(value => `"${value.replaceAll('"', '""')}"`).join(';');
  await fc.assert(
    fc.asyncProperty(row, async values => {
      // A word of its own each: a town that its address names is left out.
      const written = HEADINGS.map(
        (heading, at) => `${values[heading]} ${'абвгдежзиклмно'.charAt(at).repeat(3)}`,
      );
      const table = await readAddressCsv(`${quoted(HEADINGS)}\r\n${quoted(written)}`);
      const cells: Cell[] = table?.rows[0]?.cells ?? [];
      const { others, phones, ...fields } = toPersonRecord(cells);
      const read = [...Object.values(fields), ...phones, ...others.map(({ value }) => value)].join('');
      expect(letters(read)).toEqual(letters(written.join('')));
    }),
  );
});

test('what stands in another value in part is not the same, except a town in its whole address', () => {
  const cells = (...each: [string, string][]) => each.map(([heading, value]) => ({ heading, value }));
  const { others } = toPersonRecord(
    cells(
      ['E-mail 1 - Value', 'joanna@example.com'],
      ['E-mail 2 - Value', 'anna@example.com'],
      ['Адрес', 'Курск, Владимирская, 5'],
      ['Город', 'Владимир'],
      ['Город', 'Курск'],
      ['Почтовый индекс', '125009'],
      ['Phone 1 - Label', 'Муж Олег'],
      ['Phone 2 - Label', '* Mobile'],
    ),
  );
  expect(others).toEqual([
    { name: 'EMAIL', value: 'joanna@example.com, anna@example.com' },
    { name: 'ADR', value: 'Курск, Владимирская, 5, Владимир, 125009' },
    { name: 'Phone 1 - Label', value: 'Муж Олег' },
  ]);
});

test('headings of programs are known without their numbers', () => {
  expect(
    [
      'Phone 12 - Value',
      'E-mail 3 Address',
      'Business Phone 2',
      'Телефон раб. 2',
      'Тел.',
      'facsimileTelephoneNumber',
    ].map(roleOf),
  ).toEqual(['phone', 'other', 'phone', 'phone', 'phone', 'other']);
});
