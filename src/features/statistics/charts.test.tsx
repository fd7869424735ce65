import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StatsPoint } from '#contract/moderation.ts';
import { NBSP } from '#kit/money.ts';
import { address, DAYS, namesShown, press, statisticsBackend } from '#tests/support/statistics-screen.tsx';

let statistics: Awaited<ReturnType<typeof statisticsBackend>>;
const open = (search?: string) => statistics.open(search);
const asked = () => statistics.asked();

beforeEach(async () => {
  statistics = await statisticsBackend();
});

describe('the charts', () => {
  const point = (day: number, count: number, done: number, sum: number): StatsPoint => {
    const date = `2026-11-0${day}`;
    return { dateFrom: date, dateTo: date, count, done, sum };
  };
  const DAYS_SHOWN = [point(1, 2, 1, 100), point(2, 5, 4, 900.5), point(3, 0, 0, 0)];
  const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'День на графике' });

  it('tell in words which day had most, of what is chosen, which stands in the address', async () => {
    statistics.backend.points = DAYS_SHOWN;
    open();
    expect(await screen.findByText('больше всего 2 ноября: 5 заявок')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Сумма' }));
    expect(screen.getByText('больше всего 2 ноября: 900,50 руб.')).toBeTruthy();
    expect([address(), asked().length]).toEqual(['?show=sum', 1]);
  });

  it('ask for a day that was found by keys and pressed by Enter, and keep the keyboard there', async () => {
    statistics.backend.points = DAYS_SHOWN;
    open('?promoter=7');
    act(() => void slider().then(each => each.focus()));
    await expect.poll(async () => document.activeElement === (await slider())).toBe(true);
    fireEvent.change(await slider(), { target: { value: '1' } });
    const words = '2 ноября: 5 заявок, выполнено 4, 900,50 руб.';
    expect((await slider()).getAttribute('aria-valuetext')?.replace(NBSP, ' ')).toBe(words);
    expect(screen.getByText(words)).toBeTruthy();
    statistics.backend.points = [point(2, 5, 4, 900.5)];
    const held = statistics.network.hold(DAYS);
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('?promoter=7&from=2026-11-02&to=2026-11-02');
    // The figures are there before the days.
    await screen.findByText('Статистика: Вера, 2 ноября 2026');
    expect(document.activeElement).toBe(await slider());
    held.release();
    await expect.poll(async () => (await slider()).max).toBe('0');
    expect(document.activeElement).toBe(await slider());
  });

  it('ask for one promoter, and for all again', async () => {
    open();
    const bar = () => screen.findByRole('button', { name: /^Яна/ });
    await userEvent.click(await bar());
    await expect.poll(() => asked().at(-1)?.promoterId).toBe(8);
    expect(address()).toBe('?promoter=8');
    await expect.poll(async () => (await bar()).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(namesShown).toEqual(['Яна', 'Итого']);
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('');
  });

  it('have no line where the backend does not know days, and the rest is there', async () => {
    open();
    await screen.findByRole('table');
    const sees = () => statistics.network.seen.some(({ path }) => path.endsWith(DAYS));
    await expect.poll(sees).toBe(true);
    await expect.poll(() => screen.queryByRole('heading', { name: 'По дням' })).toBeNull();
    expect(screen.queryByText('График по дням не загрузился.')).toBeNull();
    expect(screen.getByRole('heading', { name: 'По промоутерам' })).toBeTruthy();
  });

  it('say that the days did not come where a server failed, and ask again', async () => {
    statistics.backend.points = DAYS_SHOWN;
    statistics.network.fault(DAYS, '500-before');
    open();
    await screen.findByText('Сервер ответил ошибкой 500. График по дням не загрузился.');
    await press('Повторить');
    expect(await screen.findByRole('heading', { name: 'По дням' })).toBeTruthy();
  });
});

describe('the last period', () => {
  it('is chosen again on this device by its name, and is in the address', async () => {
    open();
    await screen.findByRole('table');
    await press('этот месяц');
    expect(localStorage.getItem('application.remembered.statistics.period')).toBe('"thisMonth"');
    cleanup();
    statistics.setNow('2026-12-05T12:00:00Z');
    open();
    await expect.poll(address).toBe('?from=2026-12-01&to=2026-12-05');
    await press('все время');
    cleanup();
    open();
    await screen.findByRole('table');
    expect(address()).toBe('');
  });

  it('does not replace what an address asks for, and what is no period is none', async () => {
    localStorage.setItem('application.remembered.statistics.period', '"thisMonth"');
    open('?sort=-sum');
    await screen.findByRole('table');
    expect(address()).toBe('?sort=-sum');
    cleanup();
    localStorage.setItem('application.remembered.statistics.period', '{"dateFrom":"вчера"}');
    open();
    await screen.findByRole('table');
    expect(address()).toBe('');
  });
});
