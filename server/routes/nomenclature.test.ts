import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestParts } from '#contract/endpoint.ts';
import { findNomenclature } from '#contract/warehouse.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf } from '#kit/search-words.ts';
import { get } from '#tests/support/calls.ts';
import {
  createTestServer,
  type Listening,
  listen,
  serverForAll,
  sessionForAll,
} from '#tests/support/server.ts';
import { seedNomenclature } from '#tests/support/stock.ts';
import { searchTitleOf } from '../db/schema/warehouse.ts';

/** What a pattern, an address, a page or an alphabet might take for something else. */
const HOSTILE = [
  'Спирт 99,9 %',
  '100% хлопок',
  'Реле K1_K2',
  'Плата main_board_v2',
  'Кабель 220/230 В',
  'Переходник 1/2"–3/4"',
  'Деталь — что это?',
  'Прошивка C:\\EEPROM\\v1.4',
  'Обратная черта в конце \\',
  "Кольцо O'Ring 40×3",
  'Наклейка «Ёлочка»',
  'ЁРШ ДЛЯ ЧИСТКИ',
  'Подарок мастеру 🔧👍🏽',
  'Винт #8 & шайба; <b>50+1</b>',
  'a%2Fb и %25 буквами',
  '...',
  '..',
  '.',
  '%',
  '_',
  '\\',
  'И\u0306од в двух знаках',
];

const server = serverForAll();
const headers = sessionForAll(server, 'moderator');
let socket: Listening;
beforeAll(async () => {
  socket = await listen(server);
  await seedNomenclature(server, HOSTILE);
});
afterAll(() => socket.close());

type Found = { id: number; title: string; price: number; unit: string };

/** Asks over a real socket, with the address that the client makes of a text. */
async function find(title: string): Promise<string[]> {
  const { path } = requestParts(findNomenclature, { title });
  const answer = await fetch(`${socket.origin}${path}`, { headers });
  if (answer.status !== 200) throw new Error(`«${title}» was answered ${answer.status}`);
  const found = (await answer.json()) as Found[]; // its form is checked below and by tests/contract
  return found.map(each => each.title);
}

/** What there is to be found, by the plain words of the contract. */
function expected(titles: readonly string[], text: string): string[] {
  const sought = searchTitleOf(text);
  const bytes = (title: string) => Buffer.from(searchTitleOf(title));
  const readings = normaliseText(text) === '' ? [sought.split(' ')] : readingsOf(text);
  const hasWords = (title: string) =>
    readings.some(words => words.every(word => searchTitleOf(title).includes(word)));
  const holdsIt = (title: string) => searchTitleOf(title).includes(sought);
  const rank = (title: string) => Number(!searchTitleOf(title).startsWith(sought)) + Number(!holdsIt(title));
  return titles
    .filter(title => holdsIt(title) || hasWords(title))
    .sort((a, b) => rank(a) - rank(b) || Buffer.compare(bytes(a), bytes(b)))
    .slice(0, 20);
}

describe('a title', () => {
  it.each(HOSTILE)('%s is found by itself, and by what it ends with', async title => {
    expect(await find(title)).toEqual(expected(HOSTILE, title));
    expect(await find(title)).toContain(title);
    const end = [...title].slice(-2).join('');
    expect(await find(end)).toEqual(expected(HOSTILE, end));
    expect(await find(end)).toContain(title);
  });

  it.each(['%', '_', '\\', '/', '?', '"', "'", '«', '🔧', '#', '%%', '\\\\', '\\%', '%_', '.'])(
    'is found by %s only where it has just that in it',
    async text => {
      expect(await find(text)).toEqual(expected(HOSTILE, text));
    },
  );

  it('is found however it is written: large or small letters, ё or е, spaces, signs of two parts', async () => {
    for (const text of ['ёрш', 'ерш', 'ЕРШ', '  ёрш   для  ', 'ёрш\u00a0для', 'Е\u0308РШ']) {
      expect([text, await find(text)]).toEqual([text, ['ЁРШ ДЛЯ ЧИСТКИ']]);
    }
    for (const text of ['чистки ерш', 'thi', 'ерш, чистки'])
      expect([text, await find(text)]).toEqual([text, ['ЁРШ ДЛЯ ЧИСТКИ']]);
    expect(await find('елочка')).toEqual(['Наклейка «Ёлочка»']);
    expect(await find('йод')).toEqual(['И\u0306од в двух знаках']);
  });

  it('is found by any piece of it, and by nothing that is not in it', async () => {
    const letters = [...'%_\\/?#&;+"\'.«»ёЕeаА 1', '🔧', '\u0301', '%2F', '%E0'];
    const text = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 })
      .map(all => all.join(''));
    const titles = fc.sample(text, { numRuns: 60, seed: 9 }).filter(title => searchTitleOf(title) !== '');
    const own = await createTestServer();
    await seedNomenclature(own, titles);
    const known = await own.signIn(own.users.moderator);
    await fc.assert(
      fc.asyncProperty(text, async title => {
        const { path } = requestParts(findNomenclature, { title });
        const { status, body } = await get(own, path, known);
        const found = body.map((each: Found) => searchTitleOf(each.title));
        const right = searchTitleOf(title) === '' ? [] : expected(titles, title).map(searchTitleOf);
        expect([status, found]).toEqual([200, right]);
      }),
      { numRuns: 100 },
    );
    await own.close();
  });
});

describe('what is found', () => {
  it('is at most twenty, those that begin with it first and the rest by title, each with its price', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `Гайка М${String(30 - at).padStart(2, '0')}`);
    await seedNomenclature(server, ['Ключ под гайка', 'Большая гайка', ...many]);
    const { text, body } = await get(
      server,
      '/api/nomenclature/nomenclatureByTitle/%D0%B3%D0%90%D0%B9%D0%BA%D0%B0',
      headers,
    );
    expect(body.map(({ title }: Found) => title)).toEqual([...many].sort().slice(0, 20));
    const [{ id }] = body;
    const first = { id, title: 'Гайка М01', price: 1234.5, unit: 'шт' };
    expect(text.startsWith(`[${JSON.stringify(first)},`)).toBe(true);
    expect((await find('ая гайка')).concat(await find('под гайка'))).toEqual([
      ...['Большая гайка', 'Ключ под гайка'],
    ]);
    expect((await find('гайка м3')).concat(await find('гайка m3'))).toEqual(['Гайка М30']);
  });

  it('is nothing for nothing, for what is nowhere, and for more than any title holds', async () => {
    for (const text of [' ', '\u00a0\t', 'нет такого', 'ы'.repeat(2000), '\u0000', 'Реле\u0000', '\ud83d']) {
      expect([text, await find(text)]).toEqual([text, []]);
    }
  });
});

describe('an address that no client makes', () => {
  /** Sends the path as it stands: `fetch` would mend it first. */
  const callAs = (path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(socket.origin);
      request({ hostname, port, path, headers }, async answer => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      })
        .on('error', reject)
        .end();
    });

  it.each(['%', '%E0%A4', '%zz', '%u0451', '%C0%AF', '%FF%FE', '99,9%20%'.replace(',', '%2C')])(
    'as %s is read as far as it can be, and fails nowhere',
    async segment => {
      const { status } = await callAs(`/api/nomenclature/nomenclatureByTitle/${segment}`);
      expect(status).toBe(200);
    },
  );

  it.each(['', '.', '..', '%2e%2e', 'a/b'])('as %s is no search', async segment => {
    const { status, text } = await callAs(`/api/nomenclature/nomenclatureByTitle/${segment}`);
    expect([status, text.includes('title')]).toEqual([404, false]);
  });
});
