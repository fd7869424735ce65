// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  offered,
  openItemSearch,
  plantItems,
  searchBox,
  searchList,
  searchOf,
  seek,
  untilOffered,
} from '#tests/support/item-search.tsx';
import { answerOf } from '#tests/support/network.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
  await plantItems(server, ['Кабель', 'Кабина', 'Болт']);
});
afterAll(() => server.close());
afterEach(cleanup);

/** While the list is open, all that is not live is hidden. */
const alert = () => screen.getByRole('alert', { hidden: true }).textContent;
const untilAlert = (words: string) => waitFor(() => expect(alert()).toContain(words));
const comeBack = (network: { on: () => void }) => {
  network.on();
  fireEvent(window, new Event('online'));
};

describe('answers that come late', () => {
  it('of an older text are never shown as if of the newer', async () => {
    const { network } = await openItemSearch(server);
    const slow = network.hold(searchOf('каб'));
    await userEvent.type(searchBox(), 'каб');
    await slow.arrived;
    await seek('болт');
    await untilOffered('Болт');
    await act(async () => slow.release());
    expect(offered().join()).toContain('Болт');
    expect(offered().join()).not.toContain('Каб');
  });

  it('leave nothing to be picked meanwhile: Enter adds none of what was found before', async () => {
    const { network, added } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'каб');
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

  it('are not asked for with every key', async () => {
    const { asked } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'кабель');
    await untilOffered('Кабель');
    expect(asked()).toEqual([encodeURIComponent('кабель')]);
  });
});

describe('without a network', () => {
  it('that is lost in mid-typing, it is said, and the search goes on by itself', async () => {
    const { network, added } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'каб');
    await untilOffered('Кабина');
    network.off();
    await userEvent.type(searchBox(), 'ель');
    await untilAlert('Нет связи. Когда она появится, поиск продолжится сам.');
    await waitFor(() => expect(searchList()).toBeNull());
    expect(searchBox().value).toBe('кабель');
    expect(document.activeElement).toBe(searchBox());
    comeBack(network);
    await untilOffered('Кабель');
    expect(alert()).toBe('');
    await userEvent.keyboard('{Enter}');
    expect(added.map(({ title }) => title)).toEqual(['Кабель']);
  });

  it('what was found for the same text before is offered still', async () => {
    const { network } = await openItemSearch(server);
    await seek('каб');
    await untilOffered('Кабина');
    await seek('болт');
    await untilOffered('Болт');
    network.off();
    await seek('каб');
    await untilOffered('Кабина');
    expect(await screen.findByText(/^Ответа нет, показано найденное раньше/)).toBeTruthy();
    expect(offered()).toHaveLength(2);
    expect(alert()).toBe('');
  });

  it('an answer of a portal is no answer', async () => {
    const { network } = await openItemSearch(server);
    network.fault(searchOf('каб'), 'html');
    await seek('каб');
    await untilAlert('Нет связи.');
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await untilOffered('Кабина');
    expect(alert()).toBe('');
    expect(document.activeElement).toBe(searchBox());
  });
});

describe('an answer that refuses', () => {
  it.each(['500-before', '503', '429'] as const)('with %s is told and can be tried again', async fault => {
    const { network } = await openItemSearch(server);
    network.fault(searchOf('каб'), fault);
    await seek('каб');
    await untilAlert('Сервер не смог ответить на поиск.');
    await waitFor(() => expect(searchList()).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await untilOffered('Кабина');
    expect(alert()).toBe('');
    expect(document.activeElement).toBe(searchBox());
  });

  it('is forgotten with the text that it was about', async () => {
    const { network } = await openItemSearch(server);
    network.fault(searchOf('каб'), '500-before');
    await seek('каб');
    await untilAlert('Сервер не смог ответить на поиск.');
    await seek('болт');
    expect(alert()).toBe('');
    await untilOffered('Болт');
  });

  it('for want of a right says so', async () => {
    const { network } = await openItemSearch(server);
    network.answer(searchOf('каб'), () => answerOf({ message: 'This action is unauthorized.' }, 403));
    await seek('каб');
    await untilAlert('Нет права искать номенклатуру.');
  });

  it('because the session has ended says to sign in, and keeps what was typed', async () => {
    const { network } = await openItemSearch(server);
    network.fault(searchOf('каб'), '401', 2);
    await seek('каб');
    await untilAlert('Сессия закончилась: войдите, чтобы искать.');
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
    expect(searchBox().value).toBe('каб');
  });
});

describe('while it is blocked', () => {
  it('says why, asks nothing and takes nothing, and keeps every key for later', async () => {
    const { block, asked, added } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'каб');
    await untilOffered('Кабина');
    act(() => block('Нет связи: действие сейчас недоступно'));
    await waitFor(() => expect(searchList()).toBeNull());
    expect(document.activeElement).toBe(searchBox());
    const reason = document.getElementById(searchBox().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Нет связи: действие сейчас недоступно');
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}ина');
    expect([added, asked().length, searchBox().value]).toEqual([[], 1, 'кабина']);
    act(() => block());
    await untilOffered('Кабина');
    expect(offered()).toHaveLength(1);
  });

  it('nothing is asked of what was typed before', async () => {
    const { block, asked } = await openItemSearch(server);
    await userEvent.type(searchBox(), 'каб');
    act(() => block('Документ сохраняется'));
    await screen.findByText('Документ сохраняется');
    expect(asked()).toEqual([]);
    act(() => block());
    await untilOffered('Кабель');
  });
});
