import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { get, post } from '#tests/support/calls.ts';
import { type ImportDesk, openImportDesk } from '#tests/support/import-desk.ts';
import { atOffice } from '#tests/support/office.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { auditLog, districts } from '../../db/schema.ts';

let server: TestServer;
let desk: ImportDesk;
beforeEach(async () => {
  server = await createTestServer();
  desk = await openImportDesk(server);
  return () => server.close();
});

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
    expect(await desk.told('districts.csv', FILE)).toBe(
      'Районы: строк в файле 7, добавлено 6, изменено 1, выключено 0, без изменений 2',
    );
    expect(await desk.listed('basaDistrictList')).toEqual(TREE);
    expect(await desk.listed('pointDistrictList')).toEqual(['Центр']);
    const rows = await server.db.select().from(districts);
    expect(rows.filter(({ name }) => name === 'Север').map(({ id }) => id)).toEqual([basaDistrict]);
    expect(rows.find(({ name }) => name === 'Сосновка')).toMatchObject({
      ...{ id: basaChildDistrict, parent_id: basaDistrict },
    });
    const [entry] = (await server.db.select().from(auditLog)).filter(({ action }) => action === 'import');
    expect(entry).toMatchObject({
      ...{ actor_id: 0, entity: 'districts', after: { added: 6, changed: 1, switched_off: 0 } },
    });
  });

  it('stay as they are when the same file comes again, and that is said', async () => {
    await desk.told('districts.csv', FILE);
    const before = await desk.everything();
    server.clock.advance(1000);
    expect(await desk.told('districts-2.csv', FILE)).toBe(
      'Районы: строк в файле 7, добавлено 0, изменено 0, выключено 0, без изменений 9\nНичего не изменилось',
    );
    expect(await desk.everything()).toEqual(before);
    expect(
      (await server.db.select().from(auditLog)).filter(({ action }) => action === 'import'),
    ).toHaveLength(1);
  });

  it('that the file does not name are left, or switched off where that is asked for, never deleted', async () => {
    const short = 'kind,name\nbasa,Новый\n';
    expect(await desk.told('districts.csv', short)).toContain('чего нет в файле (3): это осталось');
    expect(await desk.listed('basaDistrictList')).toEqual([['Север', ['Сосновка']], 'Новый']);
    const ids = (await desk.everything()).districts.map(({ id }) => id);
    expect(await desk.told('districts.csv', short, '--deactivate-missing')).toContain(
      'выключено 3, без изменений 1',
    );
    expect(await desk.listed('basaDistrictList')).toEqual(['Новый']);
    expect(await desk.listed('pointDistrictList')).toEqual([]);
    expect((await desk.everything()).districts.map(({ id }) => id)).toEqual(ids);
    const order = { type: 'basa', district_id: server.references.basaDistrict };
    const answer = await post(
      server,
      '/api/promo/orders/sendOrder',
      { ...order, ...(await orderBase()) },
      desk.phone,
    );
    expect([answer.status, answer.body.errors]).toEqual([422, { district_id: ['Район не найден'] }]);
    expect(await desk.told('districts.csv', `${short}basa,Север\n`)).toContain('изменено 1');
    expect(await desk.listed('basaDistrictList')).toEqual(['Новый', 'Север']);
  });

  it('are counted and not touched by --dry-run, which shows some names', async () => {
    const before = await desk.everything();
    const { lines } = await desk.give('districts.csv', FILE, '--dry-run', '--deactivate-missing');
    expect(lines.join('\n')).toBe(
      'Районы: строк в файле 7, добавлено 6, изменено 1, выключено 0, без изменений 2\n' +
        'Проверка без записи. Прочитано, например: Московская область; Тверь; Центр',
    );
    expect(await desk.everything()).toEqual(before);
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
    await desk.told('districts.csv', file);
    expect(await desk.listed('pointDistrictList')).toEqual(['Центр', 'А', 'Б']);
    const rows = await server.db.select().from(districts).where(eq(districts.kind, 'point'));
    const off = rows.filter(({ active }) => !active).map(({ name }) => name);
    expect(off.sort()).toEqual(['В', 'Г', 'Д']);
  });

  it('may have one name under different parents, and a slash in it', async () => {
    const file = 'kind;name;parent\nbasa;А / Центр;\nbasa;Б / Центр;\nbasa;Двор 1/2;Б / Центр\n';
    await desk.told('districts.csv', file);
    expect(await desk.listed('basaDistrictList')).toContainEqual(['Б', [['Центр', ['Двор 1/2']]]]);
    expect(await desk.refused('districts.csv', `${file}basa;Двор 3;Центр\n`)).toContain(
      'Строка 5: родителей «Центр» несколько: напишите весь путь через « / »',
    );
  });
});

async function orderBase() {
  const body = { first_name: 'Анна', contact_phones: [{ full_phone: '70001234567' }] };
  const contact = await post(server, '/api/promo/contacts/save', body, desk.phone);
  return { contact_id: contact.body.id, work_id: server.references.basaWork, street: 'Садовая', broken: 'x' };
}

describe('the warehouse', () => {
  it('gets warehouses that are not there yet', async () => {
    expect(await desk.told('warehouses.csv', 'Склад\nГлавный\n"Второй, дальний"\n')).toContain('добавлено 2');
    expect(await desk.told('warehouses.csv', 'title;\nТретий;\nГлавный\n')).toContain(
      'добавлено 1, изменено 0, выключено 0, без изменений 1\nВ базе есть то, чего нет в файле (1)',
    );
    expect((await desk.everything()).warehouses.map(({ title }) => title)).toEqual([
      ...['Главный', 'Второй, дальний', 'Третий'],
    ]);
    expect(await desk.refused('warehouses.csv', 'title\nА\nА\n\n')).toContain('Строка 3: повторяет строку 2');
  });

  it('gets things with their units and prices to the kopeck, and finds them as it finds others', async () => {
    const file = 'Название;Единица;Цена\nЁмкость 5 л;шт;1 500,5\nПровод;м;0\nБолт;кг;9999999999.99\n';
    await desk.told('things.csv', file, '--kind', 'nomenclature');
    const stored = async () =>
      (await desk.everything()).nomenclature.map(({ title, unit, price_kop }) => [title, unit, price_kop]);
    expect(await stored()).toEqual([
      ['Ёмкость 5 л', 'шт', 150_050],
      ['Провод', 'м', 0],
      ['Болт', 'кг', 999_999_999_999],
    ]);
    const found = await get(
      server,
      `/api/nomenclature/nomenclatureByTitle/${encodeURIComponent('емкость')}`,
      desk.phone,
    );
    expect(found.body).toMatchObject([{ title: 'Ёмкость 5 л', price: 1500.5 }]);
    expect(await desk.told('nomenclature.csv', file)).toContain('Ничего не изменилось');
    expect(await desk.told('nomenclature.csv', 'title,unit,price\nПровод,м,"12,30"\n')).toContain(
      'изменено 1',
    );
    expect((await stored())[1]).toEqual(['Провод', 'м', 1230]);
  });

  test.each([['-1'], ['1,005'], ['1e3'], [''], ['99999999999,99'], ['сто'], ['0x10']])(
    'takes no price of %j',
    async price => {
      expect(await desk.refused('nomenclature.csv', `title;unit;price\nБолт;кг;${price}\n`)).toContain(
        `Строка 2: цена «${price}»`,
      );
    },
  );
});

it('adds everything once when the same file is imported twice at the same moment', async () => {
  const both = await Promise.all([desk.give('districts.csv', FILE), desk.give('districts.csv', FILE)]);
  expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
  expect(both.filter(({ lines }) => lines.includes('Ничего не изменилось'))).toHaveLength(1);
  expect(await desk.listed('basaDistrictList')).toEqual(TREE);
});

it('imports 50,000 rows at once, tells how far it is, and changes nothing the second time', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) =>
    at % 100 === 0 ? `basa;Область ${at / 100};` : `basa;Район ${at};Область ${Math.floor(at / 100)}`,
  );
  const file = ['kind;name;parent', ...rows].join('\r\n');
  const progress: string[] = [];
  const run = () =>
    atOffice(server, ['ref:import', 'districts.csv'], { file, progress: line => progress.push(line) });
  expect((await run()).lines[0]).toContain('добавлено 50000, изменено 0');
  expect(progress[0]).toBe('Прочитано строк: 50000');
  expect(progress.at(-1)).toBe('Записано 49500 строк из 49500');
  expect((await run()).lines).toContain('Ничего не изменилось');
  const { body } = await get(server, '/api/promo/orders/basaDistrictList', desk.phone);
  expect(body.list.at(-1).children).toHaveLength(99);
}, 120_000);
