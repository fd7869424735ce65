import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ReferenceItem } from '#contract/orders.ts';
import { type Given, runAdminCommand } from '#tests/support/admin-command.ts';
import { get, post } from '#tests/support/calls.ts';
import { serverForEach } from '#tests/support/server.ts';
import { auditLog, districts, nomenclature, warehouses, works } from '../../db/schema.ts';

const server = serverForEach();
/** Of a moderator's phone, which lists what came of it. */
let phone: Record<string, string>;
beforeEach(async () => {
  phone = await server.signIn(server.users.moderator);
});

const give = (name: string, file: Given['file'], ...more: string[]) =>
  runAdminCommand(server, ['ref:import', name, ...more], { file: file ?? '' });

const everything = async () => ({
  districts: await server.db.select().from(districts).orderBy(districts.id),
  works: await server.db.select().from(works).orderBy(works.id),
  warehouses: await server.db.select().from(warehouses).orderBy(warehouses.id),
  nomenclature: await server.db.select().from(nomenclature).orderBy(nomenclature.id),
});

/** What it says where it has done its work. */
async function received(name: string, file: Given['file'], ...more: string[]): Promise<string> {
  const { exit, lines } = await give(name, file, ...more);
  expect(exit).toBe(0);
  return lines.join('\n');
}

/** What it says where it has refused, and left everything as it was. */
async function refused(name: string, file: Given['file']): Promise<string> {
  const before = await everything();
  const { exit, lines } = await give(name, file);
  expect(exit).toBe(1);
  expect(await everything()).toEqual(before);
  return lines.join('\n');
}

/** What a phone lists, as names with what is below them. */
async function listed(path: string): Promise<unknown> {
  const names = (items: readonly ReferenceItem[]): unknown =>
    items.map(({ name, children }) => (children ? [name, names(children)] : name));
  return names((await get(server, `/api/promo/orders/${path}`, phone)).body.list);
}

const FILE = `Вид;Район;Родитель
basa;Московская область;
basa;Химки;Московская область
basa;Старые Химки;Химки
линия;Тверь / Заволжье / Сады;
Мастерские;Центр;
basa;Сосновка;Север
basa;Север;
`;

const TREE = [
  ['Московская область', [['Химки', ['Старые Химки']]]],
  ['Тверь', [['Заволжье', ['Сады']]]],
  ['Север', ['Сосновка']],
];

describe('districts', () => {
  it('become what the file says, in its order, and phones see it at once', async () => {
    const { basaChildDistrict, basaDistrict } = server.references;
    expect(await received('districts.csv', FILE)).toBe(
      'Районы: строк в файле 7, добавлено 6, изменено 1, выключено 0, без изменений 2',
    );
    expect(await listed('basaDistrictList')).toEqual(TREE);
    expect(await listed('pointDistrictList')).toEqual(['Центр']);
    const rows = await server.db.select().from(districts);
    expect(rows.filter(({ name }) => name === 'Север').map(({ id }) => id)).toEqual([basaDistrict]);
    expect(rows.find(({ name }) => name === 'Сосновка')).toMatchObject({
      id: basaChildDistrict,
      parent_id: basaDistrict,
    });
    const [entry] = (await server.db.select().from(auditLog)).filter(({ action }) => action === 'import');
    expect(entry).toMatchObject({
      actor_id: 0,
      entity: 'districts',
      after: { added: 6, changed: 1, switched_off: 0 },
    });
  });

  it('stay as they are when the same file comes again, and that is said', async () => {
    await received('districts.csv', FILE);
    const before = await everything();
    server.clock.advance(1000);
    expect(await received('districts-2.csv', FILE)).toBe(
      'Районы: строк в файле 7, добавлено 0, изменено 0, выключено 0, без изменений 9\nНичего не изменилось',
    );
    expect(await everything()).toEqual(before);
    expect(
      (await server.db.select().from(auditLog)).filter(({ action }) => action === 'import'),
    ).toHaveLength(1);
  });

  it('that the file does not name are left, or switched off where that is asked for, never deleted', async () => {
    const short = 'kind,name\nbasa,Новый\n';
    expect(await received('districts.csv', short)).toContain('чего нет в файле (3): это осталось');
    expect(await listed('basaDistrictList')).toEqual([['Север', ['Сосновка']], 'Новый']);
    const ids = (await everything()).districts.map(({ id }) => id);
    expect(await received('districts.csv', short, '--deactivate-missing')).toContain(
      'выключено 3, без изменений 1',
    );
    expect(await listed('basaDistrictList')).toEqual(['Новый']);
    expect(await listed('pointDistrictList')).toEqual([]);
    expect((await everything()).districts.map(({ id }) => id)).toEqual(ids);
    const order = { type: 'basa', district_id: server.references.basaDistrict };
    const answer = await post(
      server,
      '/api/promo/orders/sendOrder',
      { ...order, ...(await orderBase()) },
      phone,
    );
    expect([answer.status, answer.body.errors]).toEqual([422, { district_id: ['Район не найден'] }]);
    expect(await received('districts.csv', `${short}basa,Север\n`)).toContain('изменено 1');
    expect(await listed('basaDistrictList')).toEqual(['Новый', 'Север']);
  });

  it('are counted and not touched by --dry-run, which shows some names', async () => {
    const before = await everything();
    const { lines } = await give('districts.csv', FILE, '--dry-run', '--deactivate-missing');
    expect(lines.join('\n')).toBe(
      'Районы: строк в файле 7, добавлено 6, изменено 1, выключено 0, без изменений 2\n' +
        'Проверка без записи. Прочитано, например: Московская область; Тверь; Центр',
    );
    expect(await everything()).toEqual(before);
  });

  it('take the order and the state that a column gives them; below what is off nothing is shown', async () => {
    const file = [
      'kind;name;sort;active',
      'point;Б;7;да',
      'point;А;3;1',
      'point;В / Г;;',
      'point;В;;нет',
      'point;Д;1;НЕТ',
    ].join('\n');
    await received('districts.csv', file);
    expect(await listed('pointDistrictList')).toEqual(['Центр', 'А', 'Б']);
    const rows = await server.db.select().from(districts).where(eq(districts.kind, 'point'));
    const off = rows.filter(({ active }) => !active).map(({ name }) => name);
    expect(off.sort()).toEqual(['В', 'Г', 'Д']);
  });

  it('may have one name under different parents, and a slash in it', async () => {
    const file = 'kind;name;parent\nbasa;А / Центр;\nbasa;Б / Центр;\nbasa;Двор 1/2;Б / Центр\n';
    await received('districts.csv', file);
    expect(await listed('basaDistrictList')).toContainEqual(['Б', [['Центр', ['Двор 1/2']]]]);
    expect(await refused('districts.csv', `${file}basa;Двор 3;Центр\n`)).toContain(
      'Строка 5: родителей «Центр» несколько: напишите весь путь через « / »',
    );
  });
});

async function orderBase() {
  const body = { first_name: 'Анна', contact_phones: [{ full_phone: '70001234567' }] };
  const contact = await post(server, '/api/promo/contacts/save', body, phone);
  return { contact_id: contact.body.id, work_id: server.references.basaWork, street: 'Садовая', broken: 'x' };
}

describe('the warehouse', () => {
  it('gets warehouses that are not there yet', async () => {
    expect(await received('warehouses.csv', 'Склад\nГлавный\n"Второй, дальний"\n')).toContain('добавлено 2');
    expect(await received('warehouses.csv', 'title;\nТретий;\nГлавный\n')).toContain(
      'добавлено 1, изменено 0, выключено 0, без изменений 1\nВ базе есть то, чего нет в файле (1)',
    );
    expect((await everything()).warehouses.map(({ title }) => title)).toEqual([
      ...['Главный', 'Второй, дальний', 'Третий'],
    ]);
    expect(await refused('warehouses.csv', 'title\nА\nА\n\n')).toContain('Строка 3: повторяет строку 2');
  });

  it('gets things with their units and prices to the kopeck, and finds them as it finds others', async () => {
    const file = 'Название;Единица;Цена\nЁмкость 5 л;шт;1 500,5\nПровод;м;0\nБолт;кг;9999999999.99\n';
    await received('things.csv', file, '--kind', 'nomenclature');
    const stored = async () =>
      (await everything()).nomenclature.map(({ title, unit, price_kop }) => [title, unit, price_kop]);
    expect(await stored()).toEqual([
      ['Ёмкость 5 л', 'шт', 150_050],
      ['Провод', 'м', 0],
      ['Болт', 'кг', 999_999_999_999],
    ]);
    const found = await get(
      server,
      `/api/nomenclature/nomenclatureByTitle/${encodeURIComponent('емкость')}`,
      phone,
    );
    expect(found.body).toMatchObject([{ title: 'Ёмкость 5 л', price: 1500.5 }]);
    expect(await received('nomenclature.csv', file)).toContain('Ничего не изменилось');
    expect(await received('nomenclature.csv', 'title,unit,price\nПровод,м,"12,30"\n')).toContain(
      'изменено 1',
    );
    expect((await stored())[1]).toEqual(['Провод', 'м', 1230]);
  });

  test.each([
    ['Номенклатура;Ед. изм.;Цена, руб.', ';'],
    ['Наименование товара,Единица измерения,"Цена, (руб.)"', ','],
    ['№\tТовар\tЕд.изм.\tЦена за единицу', '\t'],
  ])('takes the usual headings: %s', async (headings, separator) => {
    const cells = ['Болт', 'кг', '"12,50"'];
    const line = (headings.startsWith('№') ? ['1', ...cells] : cells).join(separator);
    expect(await received('nomenclature.csv', `${headings}\n${line}\n`)).toContain('добавлено 1');
    const [thing] = (await everything()).nomenclature;
    expect(thing).toMatchObject({ title: 'Болт', unit: 'кг', price_kop: 1250 });
  });

  test.each([['-1'], ['1,005'], ['1e3'], [''], ['99999999999,99'], ['сто'], ['0x10']])(
    'takes no price of %j',
    async price => {
      expect(await refused('nomenclature.csv', `title;unit;price\nБолт;кг;${price}\n`)).toContain(
        `Строка 2: цена «${price}»`,
      );
    },
  );
});

it('adds everything once when the same file is imported twice at the same moment', async () => {
  const both = await Promise.all([give('districts.csv', FILE), give('districts.csv', FILE)]);
  expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
  expect(both.filter(({ lines }) => lines.includes('Ничего не изменилось'))).toHaveLength(1);
  expect(await listed('basaDistrictList')).toEqual(TREE);
});

it('imports 12,000 rows at once, tells how far it is, and changes nothing the second time', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) =>
    at % 100 === 0 ? `basa;Область ${at / 100};` : `basa;Район ${at};Область ${Math.floor(at / 100)}`,
  );
  const file = ['kind;name;parent', ...rows].join('\r\n');
  const progress: string[] = [];
  const run = () =>
    runAdminCommand(server, ['ref:import', 'districts.csv'], { file, progress: line => progress.push(line) });
  expect((await run()).lines[0]).toContain('добавлено 12000, изменено 0');
  expect(progress[0]).toBe('Прочитано строк: 12000');
  expect(progress.at(-1)).toBe('Записано 11880 строк из 11880');
  expect((await run()).lines).toContain('Ничего не изменилось');
  const { body } = await get(server, '/api/promo/orders/basaDistrictList', phone);
  expect(body.list.at(-1).children).toHaveLength(99);
});

/** Windows-1251 of Russian letters and ASCII, which Node can read and not write. */
function cp1251(text: string): Uint8Array {
  const codeOf = (letter: string) => {
    const code = letter.charCodeAt(0);
    if (letter === 'Ё') return 0xa8;
    if (letter === 'ё') return 0xb8;
    return code < 128 ? code : code - 0x410 + 0xc0;
  };
  return Uint8Array.from([...text], codeOf);
}

describe('a spreadsheet', () => {
  const file = readFileSync('tests/support/spreadsheets/libreoffice.xlsx');

  it('of several sheets is read from the one that is named', async () => {
    expect(await refused('nomenclature.xlsx', file)).toBe(
      'Листы файла: «Прайс & цены», «Люди». Задайте один из них: --sheet <лист>',
    );
    expect(await received('nomenclature.xlsx', file, '--sheet', 'Прайс & цены')).toContain('добавлено 2');
    const stored = (await everything()).nomenclature.map(({ title, unit, price_kop }) => [
      title,
      unit,
      price_kop,
    ]);
    expect(stored).toEqual([
      ['Болт М6, оцинк.', 'кг', 120_050],
      ['Ромашка; набор "А"', 'шт', 30],
    ]);
  });

  it('of another program is refused with the way to an .xlsx', async () => {
    const old = readFileSync('tests/support/spreadsheets/libreoffice.xls');
    expect(await refused('nomenclature.xls', old)).toContain('сохраните как «Книга Excel (.xlsx)»');
  });

  it('alone has sheets', async () => {
    const { exit, lines } = await give('works.csv', SMALL, '--sheet', 'А');
    expect([exit, lines[0]]).toEqual([1, 'Параметр --sheet — для .xlsx: в CSV листов нет']);
  });
});

const SMALL = 'Вид;Работа\nlиния;Ёлки\n'.replace('l', 'л');

describe('a file', () => {
  test.each<[string, string | Uint8Array]>([
    ['UTF-8', SMALL],
    ['UTF-8 with a mark before it', `\ufeff${SMALL}`],
    ['UTF-16', Buffer.from(`\ufeff${SMALL}`, 'utf16le')],
    ['windows-1251', cp1251(SMALL)],
    ['CRLF', SMALL.replaceAll('\n', '\r\n')],
    ['CR', SMALL.replaceAll('\n', '\r')],
    ['no end of its last line', SMALL.trimEnd()],
    ['commas', SMALL.replaceAll(';', ',')],
    ['tabs', SMALL.replaceAll(';', '\t')],
    ['quotes', '"Вид";"Работа"\n"линия";"Ёлки"\n'],
    ['empty columns and lines', 'Вид;Работа;;\nлиния;Ёлки;;\n;;;\n\n'],
    ['spaces around and within', ' вид ; РАБОТА \n линия ;\u00a0 Ёлки  \n'],
    ['the number of each line', '№ п/п;Вид;Название\n1;линия;Ёлки\n'],
    ['letters made of two signs', SMALL.replace('Ё', 'Е\u0308')],
  ])('may have %s', async (_, file) => {
    expect(await received('works.csv', file)).toContain('добавлено 1, изменено 0');
    expect(await listed('basaWorkList')).toContain('Ёлки');
  });

  it('may have separators, quotes and hostile texts within quotes', async () => {
    const file =
      'kind;name\nbasa;"Ремонт ""под ключ""; срочный"\nbasa;=1+1\nbasa;__proto__\nbasa;"a\'; drop table works --"\n';
    await received('works.csv', file);
    expect(await listed('basaWorkList')).toEqual(
      expect.arrayContaining(['Ремонт "под ключ"; срочный', '=1+1', '__proto__', "a'; drop table works --"]),
    );
  });

  test.each<[string, string | Uint8Array, string]>([
    ['nothing in it', '', 'Файл пуст'],
    ['only white space', '\ufeff \r\n\r\n', 'Файл пуст'],
    ['a first line alone', 'kind;name\n', 'В файле нет ни одной строки, кроме первой'],
    ['a first line and empty ones', 'kind;name\n;\n\n', 'В файле нет ни одной строки, кроме первой'],
    ['another separator', 'kind|name\nbasa|А\n', 'колонка «kind|name» не известна'],
    ['no first line', 'basa;Ремонт\n', 'колонка «basa» не известна'],
    ['a column too few', 'name;sort\nА;1\n', 'нет колонки «вид»'],
    ['a column twice', 'kind;name;название\nbasa;А;Б\n', 'колонка «название» стоит дважды'],
    ['UTF-16 without a mark', Buffer.from(SMALL, 'utf16le'), 'нулевой байт'],
    ['a NUL', 'kind;name\nbasa;А\nbasa;Б\0\n', 'Строка 3: нулевой байт'],
    [
      'a broken byte',
      Buffer.from([...Buffer.from(`${SMALL}линия;Сосн`), 0xd0, 10]),
      'Строка 3: знаки, которых',
    ],
    ['DOS letters', Buffer.from([...Buffer.from('kind;name\nbasa;'), 0x98, 0x90, 10]), 'проверьте кодировку'],
    [
      'half of a spreadsheet',
      Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]),
      'поврежден или скачан не целиком',
    ],
    ['something that is no text', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'нулевой байт'],
    ['more rows than are taken', `kind;name\n${'basa;А\n'.repeat(200_001)}`, 'больше 200000 строк'],
    ['an unknown kind', 'kind;name\nbasa;А\nbaza;Б\n', 'Строка 3: вид «baza» не известен'],
    ['no kind', 'kind;name\n;Б\n', 'Строка 2: вид «» не известен'],
    ['a kind of objects', 'kind;name\nconstructor;Б\n', 'Строка 2: вид «constructor» не известен'],
    ['no name', 'kind;name\nbasa;\n', 'Строка 2: пустое название'],
    ['a path with a hole', 'kind;name\nbasa;А /  / Б\n', 'Строка 2: пустое название'],
    ['a long name', `kind;name\nbasa;${'Ы'.repeat(256)}\n`, 'Строка 2: название длиннее 255 знаков'],
    ['more values than columns', 'kind;name\nbasa;А;Б\n', 'Строка 2: значений больше, чем колонок'],
    ['an open quote', 'kind;name\nbasa;"А\nbasa;Б\n', 'Строка 2: кавычки не закрыты'],
    ['a quote in the middle', 'kind;name\nbasa;"А"Б\nbasa;В\n', 'Строка 2: кавычки не закрыты'],
    ['a line within a value', 'kind;name\nbasa;"А\nБ"\nbaza;В\n', 'Строка 2: перенос строки в значении'],
    ['odd signs', 'kind;name\nbasa;А\u0007\n', 'Строка 2: знаки, которых в названиях не бывает'],
    ['a line twice', 'kind;name\nbasa;А\npoint;А\nbasa; А \n', 'Строка 4: повторяет строку 2'],
    ['a path twice', 'kind;name;parent\nbasa;А;\nbasa;Б;А\nbasa;А / Б;\n', 'Строка 4: повторяет строку 3'],
    ['an unknown parent', 'kind;name;parent\nbasa;А;Б\npoint;Б;\n', 'Строка 2: родителя «Б» нет среди строк'],
    ['its own parent', 'kind;name;parent\nbasa;А;А\n', 'Строка 2: родители образуют круг: «А»'],
    [
      'a circle of parents',
      'kind;name;parent\nbasa;А;Б\nbasa;Б;В\nbasa;В;А\n',
      'Строка 2: родители образуют круг: «А»\nСтрока 3: родители образуют круг: «Б»',
    ],
    ['a deep path', `kind;name\nbasa;${'А / '.repeat(8)}А\n`, 'Строка 2: глубже 8 уровней'],
    ['a wrong order', 'kind;name;sort\nbasa;А;-1\n', 'Строка 2: порядок «-1»: целое число от 0'],
    [
      'a wrong state',
      'kind;name;active\nbasa;А;может быть\n',
      'Строка 2: действует «может быть»: да или нет',
    ],
  ])('with %s is refused, and nothing is written', async (_, file, words) => {
    expect(await refused('works.csv', file)).toContain(words);
  });

  it('tells the first twenty mistakes by their lines, and how many more there are', async () => {
    const lines = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? `basa;Работа ${at}` : `x;Работа ${at}`,
    );
    const words = await refused('works.csv', ['kind;name', '"basa";""', ...lines].join('\n'));
    const mistakes = words.split('\n');
    expect(mistakes[0]).toBe('Строка 2: пустое название');
    expect(mistakes[1]).toBe('Строка 4: вид «x» не известен: basa (линия) или point (мастерские)');
    expect(mistakes.slice(20)).toEqual(['И еще 6 ошибок', 'Ничего не записано']);
  });

  test.each([
    [['ref:import'], 'Не указан файл'],
    [['ref:import', 'районы.csv'], 'По имени районы.csv не понять, что в файле: задайте --kind'],
    [['ref:import', 'a.csv', '--kind', 'users'], '--kind users: задайте --kind districts|works'],
    [['ref:import', 'warehouses.csv', '--deactivate-missing'], 'у списка warehouses ничего не выключается'],
  ])('%j is wrong usage', async (args, words) => {
    const { exit, lines } = await runAdminCommand(server, args);
    expect([exit, lines[0]]).toEqual([2, expect.stringContaining(words)]);
  });
});
