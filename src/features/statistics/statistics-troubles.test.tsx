// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  address,
  namesShown,
  press,
  rowOf,
  STATS,
  type StatisticsStage,
  shown,
  statisticsStage,
} from '#tests/support/statistics.tsx';
import { StatisticsScreen } from './statistics-screen.tsx';

let stage: StatisticsStage;

beforeEach(async () => {
  stage = await statisticsStage(<StatisticsScreen />);
});
afterEach(cleanup);

describe('the period before', () => {
  const FORTNIGHT = '?from=2026-11-05&to=2026-11-18';

  it('is as long, and its figures stand beside the new ones in signs, words and percent', async () => {
    stage.open(FORTNIGHT);
    const totals = await screen.findByRole('region', { name: 'К прошлому периоду' });
    expect(stage.asked()[1]).toEqual({ promoterId: -1, dateFrom: '2026-10-22', dateTo: '2026-11-04' });
    expect(totals.textContent).toContain('с 22 октября 2026 по 4 ноября 2026');
    expect(totals.textContent).toMatch(/Сумма▼\sменьше на −17\sруб\. \(−1,1\s%\)/);
    expect(totals.textContent).toContain('Заявкибез изменений');
    expect((await rowOf('Яна')).textContent).toMatch(/▼\sменьше на −17\sруб\. \(−77,3\s%\)/);
    expect((await rowOf('Итого')).textContent).toMatch(/-17\sруб\.$/);
  });

  it('is not invented where it did not come', async () => {
    // The first reading gets through, the one to compare with does not.
    stage.network.hold(STATS).release();
    stage.network.fault(STATS, '500-before');
    stage.open(FORTNIGHT);
    await screen.findByRole('table');
    const words =
      /^Прошлый период \(с 22 октября 2026 по 4 ноября 2026\) не загрузился, поэтому сравнения нет\.$/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Изменение суммы' })).toBeNull();
    await press('Повторить');
    expect(await screen.findByRole('columnheader', { name: 'Изменение суммы' })).toBeTruthy();
  });

  it('does not exist for days without a beginning or an end', async () => {
    stage.open('?from=2026-11-05');
    await screen.findByRole('table');
    expect(stage.asked()).toHaveLength(1);
  });
});

describe('without a network', () => {
  it('the last figures stay with their time, and the filter says why it waits', async () => {
    stage.open();
    await screen.findByRole('table');
    stage.network.off();
    await press('Обновить');
    await screen.findByText('Нет связи. Показано то, что загружено раньше.');
    expect(namesShown()).toHaveLength(4);
    const filter = screen.getByRole<HTMLButtonElement>('button', { name: 'Фильтровать' });
    expect(filter.disabled).toBe(true);
    const why = document.getElementById(filter.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toBe('Нет связи: действие сейчас недоступно');
  });

  it('a filter that was never loaded says so beside the figures of the one before', async () => {
    stage.open();
    await screen.findByRole('table');
    stage.network.off();
    await press('вчера');
    expect(
      await screen.findByText(
        'Отбор «все промоутеры, 19 ноября 2026» не загружен. Показан прежний: «все промоутеры, все время».',
      ),
    ).toBeTruthy();
    expect(namesShown()).toHaveLength(4);
    stage.network.on();
    act(() => void window.dispatchEvent(new Event('online')));
    await expect.poll(() => screen.queryByText(/не загружен/)).toBeNull();
    expect((await rowOf('Яна')).textContent).toMatch(/^Яна1119\sруб\./);
  });

  it('what was never loaded at all is said to need one', async () => {
    stage.network.off();
    stage.open('?from=2026-11-05&to=2026-11-18');
    expect(await screen.findByText('Нет связи. Этот раздел работает только при связи.')).toBeTruthy();
  });
});

describe('an answer that refuses', () => {
  it('is about the filter where it is not about the permission', async () => {
    stage.network.fault(STATS, '422');
    stage.open('?promoter=404');
    expect(await screen.findByRole('heading', { name: 'Отбор не применен' })).toBeTruthy();
    await press('Сбросить');
    expect(await shown()).toHaveLength(4);
  });

  it('for want of the permission leads to the 403 screen', async () => {
    stage.network.fault(STATS, '403');
    stage.open();
    await expect.poll(address).toBe('/403');
  });
});
