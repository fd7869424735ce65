import { expect, test, vi } from 'vitest';
import { findInFiles, findInText, PEOPLE_MAX, type Search } from './find-people.ts';

const card = (name: string, phone = '9161234567') =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nN:;${name};;;\r\nTEL:${phone}\r\nEND:VCARD\r\n`;
const file = (name: string, content: string) => new File([content], name);
const search: Search = { onRead: () => {}, ask: async () => new Map() };

test('people come from every file; what is no card file does not keep the others back', async () => {
  const files = [file('a.vcf', card('Раз')), file('b.jpg', 'ÿØÿà'), file('c.vcf', card('Два') + card('Три'))];
  const { found, refusals } = await findInFiles(files, search);
  expect(found.map(each => each.first.trim())).toEqual(['Раз', 'Два', 'Три']);
  expect(refusals).toEqual(['В «b.jpg» нет контактов. Нужен файл .vcf, .csv или .ldif.']);
});

test('a file of more than 200 MB is refused before it is read', async () => {
  const large = file('все.vcf', card('Раз'));
  Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 + 1 });
  const read = vi.spyOn(large, 'slice');
  const { found, refusals } = await findInFiles([large], search);
  expect(found).toEqual([]);
  expect(refusals).toEqual(['«все.vcf» больше 200 МБ. Сохраните контакты без фотографий или по частям.']);
  expect(read).not.toHaveBeenCalled();
});

test('a file that the phone has taken back is told', async () => {
  const gone = file('gone.vcf', card('Раз'));
  const part = new Blob();
  part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  gone.slice = () => part;
  const { refusals } = await findInFiles([gone, file('a.vcf', card('Раз'))], search);
  expect(refusals).toEqual([
    '«gone.vcf» не удалось прочитать. Сохраните его на устройство и выберите снова.',
  ]);
});

test('of more than twenty thousand people the first ones are shown and the others counted', async () => {
  const many = Array.from({ length: PEOPLE_MAX }, (_, index) => card(`Имя ${index}`)).join('');
  const { found, refusals } = await findInFiles([file('a.vcf', many), file('b.vcf', card('Еще'))], search);
  expect(found).toHaveLength(PEOPLE_MAX);
  expect(refusals).toEqual([
    '«b.vcf»: больше 20\u00a0000 контактов сразу не показать, не вошли последние: 1 контакт. Сохраните их отдельным файлом.',
  ]);
  const pasted = await findInText('Имя 0001234567\n'.repeat(PEOPLE_MAX + 2), search);
  expect(pasted.found).toHaveLength(PEOPLE_MAX);
  expect(pasted.refusals[0]).toMatch(/не вошли последние: 2 контакта/);
}, 60_000);

test('a file of many slices is read without being held, and the share that was read is told', async () => {
  const photo = `PHOTO;ENCODING=b:${'/9j4AAQSkZJRg'.repeat(70_000)}\r\n`;
  const large = file(
    'a.vcf',
    [card('Раз'), card('Два'), card('Три')].join('').replaceAll('TEL:', `${photo}TEL:`),
  );
  const whole = vi.spyOn(large, 'arrayBuffer');
  const shares: number[] = [];
  const now = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => shares.length * 1000 + Math.random() * 1e9);
  const { found } = await findInFiles([large], { ...search, onRead: (_, share = -1) => shares.push(share) });
  now.mockRestore();
  expect(found.map(({ first, phones }) => [first, phones])).toEqual(
    ['Раз', 'Два', 'Три'].map(name => [name, ['9161234567']]),
  );
  expect(whole).not.toHaveBeenCalled();
  expect(shares.every(share => share >= 0 && share <= 1)).toBe(true);
});

test('what stands outside of cards is said with its line, and a card of two people with its number', async () => {
  const two = 'BEGIN:VCARD\nVERSION:3.0\nN:;Анна\nVERSION:3.0\nN:;Борис\nEND:VCARD\n';
  const text = `Привет!\n${card('Раз')}${two}раз\nдва\nтри\nчетыре`;
  const { found, refusals } = await findInFiles([file('a.vcf', text)], search);
  expect(refusals).toEqual([
    '«a.vcf»: вне карточек остался текст: строка 1 «Привет!», строка 13 «раз», строка 14 «два» и еще строк: 2',
  ]);
  expect(found.map(({ first, doubts }) => [first, doubts])).toEqual([
    ['Раз', []],
    ['Анна', ['В карточке 2 (строка 7) два имени или две версии: возможно, это два человека']],
  ]);
});

test('a thousand cards are read in stretches, and told as they come', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => card(`Имя ${index}`)).join('');
  const counts: number[] = [];
  // A slow phone: each look at the clock is 5 ms later.
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 5;
    return clock;
  });
  await findInFiles([file('a.vcf', many)], { ...search, onRead: count => counts.push(count) });
  now.mockRestore();
  expect(counts.length).toBeGreaterThan(100);
});

test('a text is people, one a line; a number alone belongs to the name above', async () => {
  const text = 'Оля, +7 (000) 111-22-33; 8 000 444-55-66\n\nИван\n8 916 123-45-67\nМастер 80001112233';
  const { found } = await findInText(text, search);
  expect(found.map(({ first, phones }) => [first, phones])).toEqual([
    ['Оля', ['+7 (000) 111-22-33', '+7 (000) 444-55-66']],
    ['Иван', ['+7 (916) 123-45-67']],
    ['Мастер', ['+7 (000) 111-22-33']],
  ]);
});

test('what stands beside a number is told of the person', async () => {
  const text = 'Иванова Мария\t45\t8 000 111-22-33\nПетров кв 12\n8 000 111\u201122\u201134';
  const { found } = await findInText(text, search);
  expect(found.map(({ first, note }) => [first, note])).toEqual([
    ['Иванова Мария', '45'],
    ['Петров', 'кв 12'],
  ]);
});

test('a card may be pasted as well, and an empty text is told', async () => {
  expect((await findInText(`\n${card('Раз')}`, search)).found).toHaveLength(1);
  expect((await findInText(' \n ', search)).refusals).toEqual([
    'Вставьте хотя бы одну строку с именем и телефоном.',
  ]);
});

/** What gammu 1.42.0 and abook 0.6.1 wrote of made-up people. */
const GAMMU = [
  ...['dn: Anna Petrova', 'objectclass: top', 'sn: Petrova', 'givenName: Anna', 'cn: Anna Petrova'],
  ...['mobile: +70000000001', 'Description: Second floor', 'ring twice', ''],
].join('\n');
const ABOOK_LDIF = [
  ...['version: 1', 'dn:: 0KnRg9C60LjQvdCw', 'cn:: 0KnRg9C60LjQvdCw', 'homephone: 8 000 000-00-02'],
  ...['xmozillanickname:: 0JDQvdGP', 'objectclass: top', ''],
].join('\n');
const ABOOK_CSV = '"Анна Перова","anna@example.com","+7 (000) 000-00-03","Код 12, этаж 3","Аня"\n';

/** Windows-1251, as Outlook in Russian writes it. */
const inWindows1251 = (text: string) =>
  Uint8Array.from(text, letter => {
    const code = letter.charCodeAt(0);
    return code < 0x410 ? code : code - 0x410 + 0xc0;
  });

test('tables with headings, LDIF and lists without headings are address books too', async () => {
  const outlook = 'Имя,Фамилия,Телефон переносной,Заметки\r\nВера,Третьяк,80000000004,Код\r\n';
  const files = [
    new File([inWindows1251(outlook)], 'outlook.csv'),
    file('gammu.ldif', GAMMU),
    file('abook.ldif', ABOOK_LDIF),
    file('abook.csv', ABOOK_CSV),
  ];
  const { found, refusals } = await findInFiles(files, search);
  expect(refusals).toEqual([]);
  expect(found).toMatchObject([
    { first: 'Вера', last: 'Третьяк', phones: ['80000000004'], note: 'Код', doubts: [] },
    {
      ...{ first: 'Anna', last: 'Petrova', phones: ['+70000000001'], note: 'Second floor' },
      others: [{ name: '', value: 'ring twice' }],
      doubts: ['Строка в файле повреждена: проверьте, все ли на месте'],
    },
    { first: 'Щукина', phones: ['8 000 000-00-02'], others: [{ name: 'NICKNAME', value: 'Аня' }] },
    { first: 'Анна Перова', phones: ['+7 (000) 000-00-03'] },
  ]);
  expect(found[3]?.note).toContain('anna@example.com');
  expect(found[3]?.note).toContain('Код 12, этаж 3');
});

test('a pasted table asks what stands under headings that are not known', async () => {
  const asked: unknown[] = [];
  const ask: Search['ask'] = async columns => {
    asked.push(...columns);
    return new Map([['Кличка собаки', 'note']]);
  };
  const text = 'Фамилия\tТелефон\tКличка собаки\tДом\nПятых\t80000000007\tРекс\t12\n';
  const { found } = await findInText(text, { ...search, ask });
  expect(asked).toEqual([
    { heading: 'Кличка собаки', value: 'Рекс' },
    { heading: 'Дом', value: '12' },
  ]);
  expect(found).toMatchObject([
    { last: 'Пятых', phones: ['80000000007'], note: 'Рекс', others: [{ name: 'Дом', value: '12' }] },
  ]);
});
