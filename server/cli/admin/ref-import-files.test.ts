import { beforeEach, describe, expect, it, test } from 'vitest';
import { type ImportDesk, openImportDesk } from '#tests/support/import-desk.ts';
import { atOffice } from '#tests/support/office.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let desk: ImportDesk;
beforeEach(async () => {
  server = await createTestServer();
  desk = await openImportDesk(server);
  return () => server.close();
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

const SMALL = 'Вид;Работа\nlиния;Ёлки\n'.replace('l', 'л');

describe('a file', () => {
  test.each<[string, string | Uint8Array]>([
    ['UTF-8', SMALL],
    ['UTF-8 with a mark before it', `\ufeff${SMALL}`],
    ['windows-1251', cp1251(SMALL)],
    ['CRLF', SMALL.replaceAll('\n', '\r\n')],
    ['CR', SMALL.replaceAll('\n', '\r')],
    ['no end of its last line', SMALL.trimEnd()],
    ['commas', SMALL.replaceAll(';', ',')],
    ['tabs', SMALL.replaceAll(';', '\t')],
    ['quotes', '"Вид";"Работа"\n"линия";"Ёлки"\n'],
    ['empty columns and lines', 'Вид;Работа;;\nлиния;Ёлки;;\n;;;\n\n'],
    ['spaces around and within', ' вид ; РАБОТА \n линия ;\u00a0 Ёлки  \n'],
    ['letters made of two signs', SMALL.replace('Ё', 'Е\u0308')],
  ])('may have %s', async (_, file) => {
    expect(await desk.told('works.csv', file)).toContain('добавлено 1, изменено 0');
    expect(await desk.listed('basaWorkList')).toContain('Ёлки');
  });

  it('may have separators, quotes and hostile texts within quotes', async () => {
    const file =
      'kind;name\nbasa;"Ремонт ""под ключ""; срочный"\nbasa;=1+1\nbasa;__proto__\nbasa;"a\'; drop table works --"\n';
    await desk.told('works.csv', file);
    expect(await desk.listed('basaWorkList')).toEqual(
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
    ['UTF-16', Buffer.from(`\ufeff${SMALL}`, 'utf16le'), 'Файл в UTF-16'],
    ['UTF-16 without a mark', Buffer.from(SMALL, 'utf16le'), 'нулевой байт'],
    ['a NUL', 'kind;name\nbasa;А\nbasa;Б\0\n', 'Строка 3: нулевой байт'],
    ['DOS letters', Buffer.from([...Buffer.from('kind;name\nbasa;'), 0x98, 0x90, 10]), 'проверьте кодировку'],
    ['another Russian encoding', Buffer.from([0xf7, 0xc9, 0xc4, 0x3b, 0xf2, 10, 0x31, 10]), 'не известна'],
    ['something that is no text', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'нулевой байт'],
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
    expect(await desk.refused('works.csv', file)).toContain(words);
  });

  it('tells the first twenty mistakes by their lines, and how many more there are', async () => {
    const lines = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? `basa;Работа ${at}` : `x;Работа ${at}`,
    );
    const words = await desk.refused('works.csv', ['kind;name', '"basa";""', ...lines].join('\n'));
    const told = words.split('\n');
    expect(told[0]).toBe('Строка 2: пустое название');
    expect(told[1]).toBe('Строка 4: вид «x» не известен: basa (линия) или point (мастерские)');
    expect(told.slice(20)).toEqual(['И еще 6 ошибок', 'Ничего не записано']);
  });

  test.each([
    [['ref:import'], 'Не указан файл'],
    [['ref:import', 'районы.csv'], 'По имени районы.csv не понять, что в файле: задайте --kind'],
    [['ref:import', 'a.csv', '--kind', 'users'], '--kind users: задайте --kind districts|works'],
    [['ref:import', 'warehouses.csv', '--deactivate-missing'], 'у списка warehouses ничего не выключается'],
  ])('%j is wrong usage', async (args, words) => {
    const { exit, lines } = await atOffice(server, args);
    expect([exit, lines[0]]).toEqual([2, expect.stringContaining(words)]);
  });
});
