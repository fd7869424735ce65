import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { findNomenclature, type Nomenclature } from '#contract/warehouse.ts';
import { type DraftLine, newDraftLine } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { memoryServer } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { remotePhone } from '#tests/support/screen.tsx';
import { AddItem } from './add-item.tsx';

const SEARCH = findNomenclature.path.replace(':title', '');

/**
 * The search in a form. The server in memory has these titles, each at 12,50 by the piece, and finds them as the real
 * one does, whose own tests show which come first.
 */
async function openItemSearch(titles: readonly string[], stored: readonly DraftLine[] = []) {
  const items = titles.map((title, at) => ({ id: at + 1, title, price: 12.5, unit: 'шт' }));
  const { fetch } = memoryServer(path => {
    if (!path.startsWith(SEARCH)) return undefined;
    const query = decodeURIComponent(path.slice(SEARCH.length)).toLowerCase();
    return items.filter(({ title }) => title.toLowerCase().includes(query)).slice(0, 20);
  });
  const phone = await remotePhone(fetch);
  const harness: Harness = {
    stored,
    added: [],
    sent: vi.fn(event => event.preventDefault()),
    block: () => {},
  };
  phone.show(<TestDocument harness={harness} />);
  const { network } = phone;
  return {
    network,
    added: harness.added,
    sent: harness.sent,
    /** Says why nothing can be searched; nothing is in the way again without a reason. */
    block: (reason?: string) => act(() => harness.block(reason)),
    /** What the server was asked for, as addresses have it. */
    asked: () =>
      network.seen.flatMap(({ path }) => (path.startsWith(SEARCH) ? path.slice(SEARCH.length) : [])),
  };
}

type Harness = {
  stored: readonly DraftLine[];
  added: Nomenclature[];
  sent: (event: FormEvent) => void;
  block: (reason?: string) => void;
};

/** The search with the lines of its document. */
function TestDocument({ harness }: { harness: Harness }) {
  const [lines, setLines] = useState(harness.stored);
  const [reason, setReason] = useState<string>();
  harness.block = setReason;
  const handleAdd = (found: Nomenclature) => {
    harness.added.push(found);
    setLines(before => [...before, newDraftLine(found, `new ${before.length}`)]);
  };
  return (
    <form onSubmit={harness.sent}>
      <AddItem lines={lines} onAdd={handleAdd} blocked={reason} />
      <button type="submit">Сохранить</button>
    </form>
  );
}

/** The address at which the server is asked for a text. */
const searchOf = (text: string) => SEARCH + encodeURIComponent(text);

const searchBox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Добавить номенклатуру' });
/** Its list; null while it is closed. */
const searchList = () => screen.queryByRole('listbox', { name: 'Добавить номенклатуру' });
/** What is offered, from top to bottom. */
const offered = () =>
  Array.from(searchList()?.querySelectorAll('[role=option]') ?? [], option => option.textContent?.trim());

async function search(text: string): Promise<void> {
  await userEvent.clear(searchBox());
  await userEvent.click(searchBox());
  await userEvent.paste(text);
}

const untilOffered = (title: string) => waitFor(() => expect(offered().join()).toContain(title));

const CABLES = ['Кабель ВВГ 3×1,5', 'Кабель ВВГ 3×2,5', 'Антикабель'];
const SCREWS = Array.from({ length: 25 }, (_, at) => `Винт ${String(at + 1).padStart(2, '0')}`);
const TITLES = [...CABLES, ...SCREWS];
const THREE = ['Кабель', 'Кабина', 'Болт'];

/** Said again, it ends in a sign that nobody sees. */
const NOTHING = /^Ничего не найдено по запросу «ъъъ»/;

const lineOf = (nomenclatureId: number, key: string): DraftLine => ({
  ...newDraftLine({ id: nomenclatureId, title: 'Что-то', price: 1, unit: 'шт' }, key),
});
const statuses = () => screen.getAllByRole('status').map(status => status.textContent);

describe('what was found', () => {
  it('is shown with unit and price, the beginning of a title first, and what was meant is marked', async () => {
    await openItemSearch(TITLES);
    await search('КАБЕЛЬ');
    await untilOffered('Антикабель');
    expect(offered()).toEqual(CABLES.map(title => `${title} 12,50\u00a0руб. за шт`));
    expect(Array.from(searchList()?.querySelectorAll('b') ?? [], mark => mark.textContent)).toEqual([
      ...['Кабель', 'Кабель', 'кабель'],
    ]);
  });

  it('is looked for once the typing pauses, without the spaces around it, and not for spaces alone', async () => {
    const { asked } = await openItemSearch(TITLES);
    await userEvent.type(searchBox(), '   ');
    expect(searchList()).toBeNull();
    await userEvent.type(searchBox(), 'ввг  ');
    await untilOffered('ВВГ');
    expect(asked()).toEqual([encodeURIComponent('ввг')]);
  });

  it('is looked for by the first two hundred signs of a text, none of them halved', async () => {
    const { asked } = await openItemSearch(TITLES);
    await search('💡'.repeat(300));
    await screen.findByText(/^Ничего не найдено по запросу/);
    expect(asked().map(decodeURIComponent)).toEqual(['💡'.repeat(200)]);
    expect(searchBox().value).toHaveLength(600);
  });

  it('is the first twenty, and that is said', async () => {
    await openItemSearch(TITLES);
    await search('винт');
    expect(await screen.findByText('Показаны первые 20, уточните запрос')).toBeTruthy();
    expect(offered()).toHaveLength(20);
    await search('винт 2');
    await waitFor(() => expect(offered()).toHaveLength(6));
    expect(screen.queryByText('Показаны первые 20, уточните запрос')).toBeNull();
    expect(statuses()).toContain('Найдено: 6');
  });

  it('may be nothing, which is said of exactly what was looked for', async () => {
    await openItemSearch(TITLES);
    await search(' ъъъ ');
    expect(await screen.findByText(NOTHING)).toBeTruthy();
    expect(offered()).toEqual([]);
  });
});

describe('what is chosen', () => {
  it('is added by Enter; list, focus and text stay for the next one, and it is said', async () => {
    const { added, sent } = await openItemSearch(TITLES);
    await search('кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[0]]);
    expect(statuses()).toContain(`Добавлено: ${CABLES[0]}`);
    expect(document.activeElement).toBe(searchBox());
    expect([searchBox().selectionStart, searchBox().selectionEnd]).toEqual([0, 'кабель'.length]);
    expect(offered()).toHaveLength(3);
    expect(sent).not.toHaveBeenCalled();
    await userEvent.keyboard('винт 07');
    await untilOffered('Винт 07');
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[0], 'Винт 07']);
  });

  it('is reached by arrows, and the reader is told which one it is', async () => {
    const { added } = await openItemSearch(TITLES);
    await search('кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{ArrowDown}');
    const active = document.getElementById(searchBox().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toContain(CABLES[1]);
    await userEvent.keyboard('{Enter}');
    expect(added.map(each => each.title)).toEqual([CABLES[1]]);
  });

  it('is added once by an Enter that bounces, and again by one that is meant', async () => {
    const { added } = await openItemSearch(TITLES);
    await search('антикабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Enter}{Enter}{Enter>5/}');
    expect(added).toHaveLength(1);
    await new Promise(resolve => setTimeout(resolve, 650));
    await userEvent.keyboard('{Enter}');
    expect(added).toHaveLength(2);
    expect(statuses()).toContain('Добавлено: Антикабель');
  });

  it('is added once by a double click; another one at once', async () => {
    const { added } = await openItemSearch(TITLES);
    await search('кабель ввг');
    await untilOffered(CABLES[1] ?? '');
    const [first = document.body, second = document.body] = screen.getAllByRole('option');
    await userEvent.dblClick(first);
    await userEvent.click(second);
    expect(added.map(each => each.title)).toEqual(CABLES.slice(0, 2));
    expect(document.activeElement).toBe(searchBox());
  });

  it('is shown where it stands already', async () => {
    await openItemSearch(TITLES, [lineOf(900, 'a'), lineOf(901, 'b')]);
    await search('антикабель');
    await untilOffered('Антикабель');
    expect(searchList()?.textContent).not.toContain('Уже в документе');
    await userEvent.keyboard('{Enter}');
    await untilOffered('Уже в документе: строка 3');
    cleanup();
    const five = Array.from({ length: 5 }, (_, at) => lineOf(TITLES.indexOf('Антикабель') + 1, String(at)));
    await openItemSearch(TITLES, five);
    await search('антикабель');
    await untilOffered('Уже в документе: строки 1, 2, 3 и еще 2');
  });
});

describe('keys', () => {
  it('Escape closes the list and keeps the text, a second one takes the text away', async () => {
    await openItemSearch(TITLES);
    await search('кабель');
    await untilOffered('Антикабель');
    await userEvent.keyboard('{Escape}');
    expect(searchList()).toBeNull();
    expect(searchBox().value).toBe('кабель');
    await userEvent.keyboard('{Escape}');
    expect(searchBox().value).toBe('');
  });

  it('Enter never sends the form around: neither with nothing found, nor empty, nor closed', async () => {
    const { sent, added } = await openItemSearch(TITLES);
    await userEvent.type(searchBox(), '{Enter}');
    await userEvent.type(searchBox(), 'ъъъ{Enter}');
    await screen.findByText(NOTHING);
    await userEvent.keyboard('{Enter}{Escape}{Enter}');
    expect(screen.getByText(NOTHING)).toBeTruthy();
    expect(sent).not.toHaveBeenCalled();
    expect(added).toEqual([]);
  });

  it('the cross empties the field and stays in it', async () => {
    await openItemSearch(TITLES);
    await search('кабель');
    await userEvent.click(screen.getByLabelText('Очистить: Добавить номенклатуру'));
    expect(searchBox().value).toBe('');
    expect(document.activeElement).toBe(searchBox());
    expect(searchList()).toBeNull();
  });
});

it('a full document takes no more, and that is said', async () => {
  const full = Array.from({ length: LINES_MAX }, (_, at) => lineOf(1, String(at)));
  const { asked } = await openItemSearch(TITLES, full);
  expect(screen.getByText('В документе 5 000 строк, больше не добавить')).toBeTruthy();
  await userEvent.type(searchBox(), 'кабель{Enter}');
  expect([asked(), searchList()]).toEqual([[], null]);
});

/** While the list is open, all that is not live is hidden. */
const alert = () => screen.getByRole('alert', { hidden: true }).textContent;
const untilAlert = (words: string) => waitFor(() => expect(alert()).toContain(words));

it('an answer that comes late leaves nothing to be picked meanwhile: Enter adds none of what was found before', async () => {
  const { network, added } = await openItemSearch(THREE);
  await search('каб');
  await untilOffered('Кабина');
  const slow = network.hold(searchOf('каби'));
  await userEvent.type(searchBox(), 'и');
  expect(offered()).toEqual([]);
  expect(screen.getByText('Ищем…')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  // Enter does not wait for the pause.
  await slow.arrived;
  expect(added).toEqual([]);
  slow.release();
  await untilOffered('Кабина');
  await userEvent.keyboard('{Enter}');
  expect(added.map(({ title }) => title)).toEqual(['Кабина']);
});

describe('without a network', () => {
  it('that is lost in mid-typing, it is said, and the search goes on by itself', async () => {
    const { network, added } = await openItemSearch(THREE);
    await search('каб');
    await untilOffered('Кабина');
    network.off();
    await userEvent.type(searchBox(), 'ель');
    await untilAlert('Нет связи. Поиск не прошел.');
    await waitFor(() => expect(searchList()).toBeNull());
    expect(searchBox().value).toBe('кабель');
    expect(document.activeElement).toBe(searchBox());
    network.on();
    fireEvent(window, new Event('online'));
    await untilOffered('Кабель');
    expect(alert()).toBe('');
    await userEvent.keyboard('{Enter}');
    expect(added.map(({ title }) => title)).toEqual(['Кабель']);
  });

  it('what was found for the same text before is offered still', async () => {
    const { network } = await openItemSearch(THREE);
    await search('каб');
    await untilOffered('Кабина');
    await search('болт');
    await untilOffered('Болт');
    network.off();
    await search('каб');
    await untilOffered('Кабина');
    expect(await screen.findByText(/^Ответа нет, показано найденное раньше/)).toBeTruthy();
    expect(offered()).toHaveLength(2);
    expect(alert()).toBe('');
  });
});

describe('an answer that refuses', () => {
  it.each([
    ['500-before', 'Сервер ответил ошибкой 500. Поиск не прошел.'],
    ['503', 'Сервер на обслуживании'],
    ['429', 'Сервер просит подождать: слишком много запросов'],
    ['403', 'Нет прав. Поиск не прошел.'],
    // The page of a portal is no answer.
    ['html', 'Вместо сервера ответил кто-то другой'],
  ] as const)('with %s is told, and can be tried again', async (fault, words) => {
    const { network } = await openItemSearch(THREE);
    network.fault(searchOf('каб'), fault);
    await search('каб');
    await untilAlert(words);
    await waitFor(() => expect(searchList()).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await untilOffered('Кабина');
    expect(alert()).toBe('');
    expect(document.activeElement).toBe(searchBox());
  });

  it('is forgotten with the text that it was about', async () => {
    const { network } = await openItemSearch(THREE);
    network.fault(searchOf('каб'), '500-before');
    await search('каб');
    await untilAlert('Сервер ответил ошибкой 500. Поиск не прошел.');
    await search('болт');
    expect(alert()).toBe('');
    await untilOffered('Болт');
  });

  it('because the session has ended says to sign in, and keeps what was typed', async () => {
    const { network } = await openItemSearch(THREE);
    network.fault(searchOf('каб'), '401', 2);
    network.answer('/oauth/token', () =>
      answerOf({ access_token: 'new', refresh_token: 'new', expires_in: 60 }),
    );
    await search('каб');
    await untilAlert('Сессия закончилась: войдите снова. Поиск не прошел.');
    expect(screen.getByRole('link', { name: 'Войти' })).toBeTruthy();
    expect(searchBox().value).toBe('каб');
  });
});

describe('while it is blocked', () => {
  it('says why, asks nothing and takes nothing, and keeps every key for later', async () => {
    const { block, asked, added } = await openItemSearch(THREE);
    await search('каб');
    await untilOffered('Кабина');
    block('Нет связи: действие сейчас недоступно');
    await waitFor(() => expect(searchList()).toBeNull());
    expect(document.activeElement).toBe(searchBox());
    const reason = document.getElementById(searchBox().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Нет связи: действие сейчас недоступно');
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}ина');
    expect([added, asked().length, searchBox().value]).toEqual([[], 1, 'кабина']);
    block();
    await untilOffered('Кабина');
    expect(offered()).toHaveLength(1);
  });

  it('nothing is asked of what was typed before', async () => {
    const { block, asked } = await openItemSearch(THREE);
    await search('каб');
    block('Документ сохраняется');
    await screen.findByText('Документ сохраняется');
    expect(asked()).toEqual([]);
    block();
    await untilOffered('Кабель');
  });
});
