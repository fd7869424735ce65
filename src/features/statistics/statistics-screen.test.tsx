// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setWidth } from '#tests/support/screen.tsx';
import {
  address,
  day,
  namesShown,
  pick,
  press,
  rowOf,
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

describe('the figures', () => {
  it('are those of everybody and all days, in the order of the server, with totals and bonus', async () => {
    stage.open();
    expect(await shown()).toEqual(['Вера', 'Глеб', 'Яна', 'Итого']);
    expect(stage.asked()).toEqual([{ promoterId: -1, dateFrom: '', dateTo: '' }]);
    expect((await rowOf('Вера')).textContent).toMatch(/^Вера32750,05\sруб\.1\s500,10\sруб\.450,03\sруб\.1$/);
    expect((await rowOf('Итого')).textContent).toMatch(/^Итого43533,37\sруб\.1\s600,10\sруб\.480,03\sруб\.$/);
    expect(screen.getByText(/^Обновлено/)).toBeTruthy();
  });

  it('lead to the reports of a promoter', async () => {
    stage.open();
    const link = within(await rowOf('Яна')).getByRole('link', { name: 'Яна' });
    expect(link.getAttribute('href')).toBe('/promo/moderation/reports?promoter=8');
  });

  it('have their parts told in words to who cannot see the bars', async () => {
    stage.open();
    expect(await screen.findByRole('img')).toBeTruthy();
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Доли в сумме: Вера 93,8\u00A0%, Яна 6,2\u00A0%.',
    );
    expect(screen.getByRole('img').querySelector('[style]')).toBeNull();
  });

  it('are sorted by a press, which the address keeps and a step back does not undo one by one', async () => {
    stage.open('?sort=-sum');
    expect(await shown()).toEqual(['Вера', 'Яна', 'Глеб', 'Итого']);
    await press('Промоутер');
    expect(namesShown()).toEqual(['Вера', 'Глеб', 'Яна', 'Итого']);
    await press('Премия');
    expect([address(), namesShown()]).toEqual(['?sort=bonus', ['Глеб', 'Яна', 'Вера', 'Итого']]);
    expect(stage.asked()).toHaveLength(1);
  });

  it('of those without requests are one press away', async () => {
    stage.open();
    await screen.findByRole('table');
    await press('Без заявок: 1');
    expect([address(), namesShown()]).toEqual(['?idle=1', ['Глеб', 'Итого']]);
    await press('Без заявок: 1');
    expect(namesShown()).toHaveLength(4);
  });
});

describe('the filter', () => {
  it('takes effect with its button, stands in the address, and going back restores fields and figures', async () => {
    stage.open();
    await screen.findByRole('table');
    pick('Дата с', '2026-11-01');
    pick('Дата по', '2026-11-10');
    await userEvent.click(screen.getByRole('combobox', { name: 'Промоутер' }));
    await userEvent.click(screen.getByRole('option', { name: 'Яна' }));
    expect(stage.asked()).toHaveLength(1);
    await press('Фильтровать');
    await expect
      .poll(() => stage.asked()[1])
      .toEqual({ promoterId: 8, dateFrom: '2026-11-01', dateTo: '2026-11-10' });
    expect(address()).toBe('?promoter=8&from=2026-11-01&to=2026-11-10');
    await press('back');
    expect([address(), day('Дата с').value]).toEqual(['', '']);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Промоутер' }).value).toBe('показать всех');
    expect(await shown()).toHaveLength(4);
  });

  it('is emptied by «Сбросить», which reads anew', async () => {
    stage.open('?promoter=7&from=2026-11-01&sort=-sum&idle=1');
    await screen.findByText('Промоутеров без заявок нет.');
    await press('Сбросить');
    await expect.poll(() => stage.asked().at(-1)).toEqual({ promoterId: -1, dateFrom: '', dateTo: '' });
    expect(address()).toBe('');
    expect(await shown()).toEqual(['Вера', 'Глеб', 'Яна', 'Итого']);
    const before = stage.asked().length;
    await press('Сбросить');
    await expect.poll(() => stage.asked().length).toBe(before + 1);
  });

  it('reads anew when nothing has changed in it', async () => {
    stage.open();
    await screen.findByRole('table');
    await press('Фильтровать');
    await expect.poll(() => stage.asked().length).toBe(2);
  });

  it('refuses days that end before they begin, at the field, and asks nothing', async () => {
    stage.open();
    await screen.findByRole('table');
    pick('Дата с', '2026-11-10');
    pick('Дата по', '2026-11-09');
    await press('Фильтровать');
    expect(day('Дата по').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Дата «по» не может быть раньше даты «с»')).toBeTruthy();
    expect(document.activeElement).toBe(day('Дата по'));
    expect([stage.asked().length, address()]).toEqual([1, '']);
    pick('Дата по', '2026-11-10');
    expect(screen.queryByText('Дата «по» не может быть раньше даты «с»')).toBeNull();
  });

  it('knows no day after today, the firm’s today', async () => {
    stage.phone.clock.now = Date.parse('2026-11-20T22:00:00Z');
    stage.open();
    await screen.findByRole('table');
    expect([day('Дата с').max, day('Дата по').max]).toEqual(['2026-11-21', '2026-11-21']);
    pick('Дата по', '2026-11-22');
    await press('Фильтровать');
    expect(screen.getByText('Не позже сегодняшнего дня')).toBeTruthy();
    expect(stage.asked()).toHaveLength(1);
  });

  it('takes a period with one press and shows which one it is', async () => {
    stage.open('?promoter=7');
    await screen.findByRole('table');
    await press('прошлый месяц');
    expect(address()).toBe('?promoter=7&from=2026-10-01&to=2026-10-31');
    const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed).toEqual(['прошлый месяц']);
  });

  it('ignores what cannot be read in the address, and says so', async () => {
    stage.open('?promoter=x&from=2026-02-30&to=2030-01-01&sort=phone');
    expect(await shown()).toHaveLength(4);
    expect(stage.asked()[0]).toEqual({ promoterId: -1, dateFrom: '', dateTo: '' });
    expect(screen.getByText('Часть отбора в адресе не удалось прочитать, она не применена.')).toBeTruthy();
  });

  it('does not ask for days of the address that end before they begin', async () => {
    stage.open('?from=2026-11-10&to=2026-11-09');
    expect(screen.getByText('Дата «по» не может быть раньше даты «с»')).toBeTruthy();
    await expect.poll(() => stage.network.seen.length).toBeGreaterThan(0);
    expect(stage.asked()).toEqual([]);
  });

  it('names a promoter whom the list does not know', async () => {
    stage.open('?promoter=404');
    await screen.findByText('Промоутеров нет.');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Промоутер' }).value).toBe(
      'Промоутер № 404',
    );
  });
});

it('on a phone the filter is folded, and each card has its part of the sum', async () => {
  setWidth(360);
  stage.open('?sort=-sum');
  expect(screen.getByText('Отбор: все промоутеры, все время').closest('details')?.open).toBe(false);
  await screen.findByRole('article', { name: 'Вера' });
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Итого', 'Вера', 'Яна', 'Глеб']);
  expect(screen.getByRole('article', { name: 'Яна' }).textContent).toContain('Доля суммы6,2\u00A0%');
});
