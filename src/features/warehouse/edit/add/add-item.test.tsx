// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DraftLine, newDraft } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import {
  HOSTILE_TITLES,
  offered,
  openItemSearch,
  plantItems,
  searchBox,
  searchList,
  seek,
  untilOffered,
} from '#tests/support/item-search.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const CABLES = ['Кабель ВВГ 3×1,5', 'Кабель ВВГ 3×2,5', 'Антикабель'];
const MANY = Array.from({ length: 25 }, (_, at) => `Винт ${String(at + 1).padStart(2, '0')}`);

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
  await plantItems(server, [...CABLES, ...MANY, ...HOSTILE_TITLES]);
});
afterAll(() => server.close());
afterEach(cleanup);

/** Said again, it ends in a sign that nobody sees. */
const NOTHING = /^Ничего не найдено по запросу «ъъъ»/;

const lineOf = (nomenclatureId: number, key: string): DraftLine => ({
  ...newDraft({ id: nomenclatureId, title: 'Что-то', price: 1, unit: 'шт' }, key),
});
const said = () => screen.getAllByRole('status').map(status => status.textContent);

describe('what was found', () => {
  it('is shown with unit and price, the beginning of a title first, and what was meant is marked', async () => {
    await openItemSearch(server);
    await seek('КАБЕЛЬ');
    await untilOffered('Антикабель');
    expect(offered()).toEqual(CABLES.map(title => `${title} 12,50\u00a0руб. за шт`));
    expect(Array.from(searchList()?.querySelectorAll('b') ?? [], mark => mark.textContent)).toEqual([
      ...['Кабель', 'Кабель', 'кабель'],
    ]);
  });

  it.each(HOSTILE_TITLES)('is what was written: %s', async title => {
    const { added } = await openItemSearch(server);
    await seek(title);
    await untilOffered(title.normalize('NFC'));
    await userEvent.click(
      within(searchList() ?? document.body).getByRole('option', {
        name: name => name.startsWith(`${title} 12,50`),
      }),
    );
    expect(added.map(each => each.title)).toEqual([title]);
  });

  it('is looked for without the spaces around it, and not at all for nothing but spaces', async () => {
    const { asked } = await openItemSearch(server);
    await userEvent.type(searchBox(), '   ');
    expect(searchList()).toBeNull();
    await userEvent.type(searchBox(), 'ввг  ');
    await untilOffered('ВВГ');
    expect(asked()).toEqual([encodeURIComponent('ввг')]);
  });

  it('is looked for by the first two hundred signs of a text, none of them halved', async () => {
    const { asked } = await openItemSearch(server);
    await seek('💡'.repeat(300));
    await screen.findByText(/^Ничего не найдено по запросу/);
    expect(asked().map(decodeURIComponent)).toEqual(['💡'.repeat(200)]);
    expect(searchBox().value).toHaveLength(600);
  });

  it('is the first twenty, and that is said', async () => {
    await openItemSearch(server);
    await seek('винт');
    expect(await screen.findByText('Показаны первые 20, уточните запрос')).toBeTruthy();
    expect(offered()).toHaveLength(20);
    await seek('винт 2');
    await waitFor(() => expect(offered()).toHaveLength(6));
    expect(screen.queryByText('Показаны первые 20, уточните запрос')).toBeNull();
    expect(said()).toContain('Найдено: 6');
  });

  it('may be nothing, which is said of exactly what was looked for', async () => {
    await openItemSearch(server);
    await seek(' ъъъ ');
    expect(await screen.findByText(NOTHING)).toBeTruthy();
    expect(offered()).toEqual([]);
  });
});

describe('what is chosen', () => {
  it('is added by Enter; list, focus and text stay for the next one, and it is said', async () => {
    const { added, sent } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[0]]);
    expect(said()).toContain(`Добавлено: ${CABLES[0]}`);
    expect(document.activeElement).toBe(searchBox());
    expect([searchBox().selectionStart, searchBox().selectionEnd]).toEqual([0, 'кабель'.length]);
    expect(offered()).toHaveLength(3);
    expect(sent()).toBe(0);
    await userEvent.keyboard('винт 07');
    await untilOffered('Винт 07');
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[0], 'Винт 07']);
  });

  it('is reached by arrows, and the reader is told which one it is', async () => {
    const { added } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{ArrowDown}');
    const active = document.getElementById(searchBox().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toContain(CABLES[1]);
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[1]]);
  });

  it('is added once by an Enter that bounces, and again by one that is meant', async () => {
    const { added } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'антикабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Enter}{Enter}{Enter>5/}');
    expect(added).toHaveLength(1);
    await new Promise(resolve => setTimeout(resolve, 650));
    await userEvent.keyboard('{Enter}');
    expect(added).toHaveLength(2);
    expect(said()).toContain('Добавлено: Антикабель');
  });

  it('is added once by a double click; another one at once', async () => {
    const { added } = await openItemSearch(server);
    await seek('кабель ввг');
    await untilOffered(CABLES[1] ?? '');
    const [first, second] = screen.getAllByRole('option');
    if (!first || !second) throw new Error('Two were to be found');
    await userEvent.dblClick(first);
    await userEvent.click(second);
    expect(added.map(each => each.title)).toEqual(CABLES.slice(0, 2));
    expect(document.activeElement).toBe(searchBox());
  });

  it('is shown where it stands already', async () => {
    const { added } = await openItemSearch(server, [lineOf(900, 'a'), lineOf(901, 'b')]);
    await seek('антикабель');
    await untilOffered('Антикабель');
    expect(searchList()?.textContent).not.toContain('Уже в документе');
    await userEvent.keyboard('{Enter}');
    await untilOffered('Уже в документе: строка 3');
    const ids = added.map(each => each.id);
    cleanup();
    await openItemSearch(
      server,
      Array.from({ length: 5 }, (_, at) => lineOf(ids[0] ?? 0, String(at))),
    );
    await seek('антикабель');
    await untilOffered('Уже в документе: строки 1, 2, 3 и еще 2');
  });
});

describe('keys', () => {
  it('Escape closes the list and keeps the text, a second one takes the text away', async () => {
    await openItemSearch(server);
    await userEvent.type(searchBox(), 'кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Escape}');
    expect(searchList()).toBeNull();
    expect(searchBox().value).toBe('кабель');
    await userEvent.keyboard('{Escape}');
    expect(searchBox().value).toBe('');
  });

  it('Enter never sends the form around: neither with nothing found, nor empty, nor closed', async () => {
    const { sent, added } = await openItemSearch(server);
    await userEvent.type(searchBox(), '{Enter}');
    await userEvent.type(searchBox(), 'ъъъ{Enter}');
    await screen.findByText(NOTHING);
    await userEvent.keyboard('{Enter}{Escape}{Enter}');
    expect(screen.getByText(NOTHING)).toBeTruthy();
    expect([sent(), added]).toEqual([0, []]);
  });

  it('the cross empties the field and stays in it', async () => {
    await openItemSearch(server);
    await userEvent.type(searchBox(), 'кабель');
    await userEvent.click(screen.getByLabelText('Очистить: Добавить номенклатуру'));
    expect(searchBox().value).toBe('');
    expect(document.activeElement).toBe(searchBox());
    expect(searchList()).toBeNull();
  });
});

it('a full document takes no more, and that is said', async () => {
  const full = Array.from({ length: LINES_MAX }, (_, at) => lineOf(1, String(at)));
  const { asked } = await openItemSearch(server, full);
  expect(screen.getByText('В документе 5 000 строк, больше не добавить')).toBeTruthy();
  await userEvent.type(searchBox(), 'кабель{Enter}');
  expect([asked(), searchList()]).toEqual([[], null]);
});
