import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWidth } from '#tests/support/screen.tsx';
import {
  address,
  day,
  namesShown,
  pick,
  press,
  rowOf,
  STATS,
  shown,
  statisticsBackend,
} from '#tests/support/statistics-screen.tsx';

let statistics: Awaited<ReturnType<typeof statisticsBackend>>;
const open = (search?: string) => statistics.open(search);
const asked = () => statistics.asked();

beforeEach(async () => {
  statistics = await statisticsBackend();
});

describe('the figures', () => {
  it('are those of everybody and all days, by id whatever the order of the server, with totals and bonus', async () => {
    open();
    expect(await shown()).toEqual(['Вера', 'Яна', 'Итого']);
    expect(asked()).toEqual([{ promoterId: -1, dateFrom: '', dateTo: '' }]);
    expect(await rowOf('Вера')).toMatch(/^Вера32750,05\sруб\.1\s500,10\sруб\.450,03\sруб\.7$/);
    expect(await rowOf('Итого')).toMatch(/^Итого43533,37\sруб\.1\s600,10\sруб\.480,03\sруб\.$/);
    expect(screen.getByText(/^Обновлено/)).toBeTruthy();
  });

  it('lead to the reports of a promoter', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Яна' });
    expect(link.getAttribute('href')).toBe('/promo/moderation/reports?promoter=8');
  });

  it('are sorted by a press, which the address keeps and a step back does not undo one by one', async () => {
    open('?sort=sum');
    expect(await shown()).toEqual(['Яна', 'Вера', 'Итого']);
    await press('Промоутер');
    expect(namesShown()).toEqual(['Вера', 'Яна', 'Итого']);
    await press('Премия');
    expect([address(), namesShown()]).toEqual(['?sort=-bonus', ['Вера', 'Яна', 'Итого']]);
    expect(asked()).toHaveLength(1);
  });

  it('of those without requests are folded, stand last whatever the sort, and are found by a search', async () => {
    open('?sort=sum');
    expect(await shown()).toEqual(['Яна', 'Вера', 'Итого']);
    await press('еще 1 без заявок');
    expect([address(), namesShown()]).toEqual(['?idle=1&sort=sum', ['Яна', 'Вера', 'Глеб', 'Итого']]);
    await press('скрыть 1 без заявок');
    expect(namesShown()).toEqual(['Яна', 'Вера', 'Итого']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Найти промоутера' }), 'глеб');
    await expect.poll(namesShown).toEqual(['Глеб', 'Итого']);
    expect(screen.queryByRole('button', { name: /без заявок$/ })).toBeNull();
  });
});

describe('the filter', () => {
  it('takes effect with its button, stands in the address, and going back restores fields and figures', async () => {
    open();
    await screen.findByRole('table');
    pick('Дата с', '2026-11-01');
    pick('Дата по', '2026-11-10');
    await userEvent.click(screen.getByRole('combobox', { name: 'Промоутер' }));
    await userEvent.click(screen.getByRole('option', { name: 'Яна' }));
    expect(asked()).toHaveLength(1);
    await press('Фильтровать');
    await expect
      .poll(() => asked()[1])
      .toEqual({ promoterId: 8, dateFrom: '2026-11-01', dateTo: '2026-11-10' });
    expect(address()).toBe('?promoter=8&from=2026-11-01&to=2026-11-10');
    await press('back');
    expect([address(), day('Дата с').value]).toEqual(['', '']);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Промоутер' }).value).toBe('показать всех');
    expect(await shown()).toHaveLength(3);
  });

  it('is emptied by «Сбросить», which reads anew', async () => {
    open('?promoter=7&from=2026-11-01&sort=-sum&idle=1');
    await screen.findByRole('table');
    await press('Сбросить');
    await expect.poll(() => asked().at(-1)).toEqual({ promoterId: -1, dateFrom: '', dateTo: '' });
    expect(address()).toBe('');
    expect(await shown()).toEqual(['Вера', 'Яна', 'Итого']);
    const before = asked().length;
    await press('Сбросить');
    await expect.poll(() => asked().length).toBe(before + 1);
  });

  it('reads anew when nothing has changed in it', async () => {
    open();
    await screen.findByRole('table');
    await press('Фильтровать');
    await expect.poll(() => asked().length).toBe(2);
  });

  it('refuses days that end before they begin, at the field, and asks nothing', async () => {
    open();
    await screen.findByRole('table');
    pick('Дата с', '2026-11-10');
    pick('Дата по', '2026-11-09');
    await press('Фильтровать');
    expect(day('Дата по').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Дата «по» не может быть раньше даты «с»')).toBeTruthy();
    expect(document.activeElement).toBe(day('Дата по'));
    expect([asked().length, address()]).toEqual([1, '']);
    pick('Дата по', '2026-11-10');
    expect(screen.queryByText('Дата «по» не может быть раньше даты «с»')).toBeNull();
  });

  it('knows no day after today, the firm’s today', async () => {
    statistics.setNow('2026-11-20T22:00:00Z');
    open();
    await screen.findByRole('table');
    expect([day('Дата с').max, day('Дата по').max]).toEqual(['2026-11-21', '2026-11-21']);
    pick('Дата по', '2026-11-22');
    await press('Фильтровать');
    expect(screen.getByText('Не позже сегодняшнего дня')).toBeTruthy();
    expect(asked()).toHaveLength(1);
  });

  it('takes a period with one press and shows which one it is', async () => {
    open('?promoter=7');
    await screen.findByRole('table');
    await press('прошлый месяц');
    expect(address()).toBe('?promoter=7&from=2026-10-01&to=2026-10-31');
    const presets = within(screen.getByRole('group', { name: 'Период' }));
    const pressed = presets.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed).toEqual(['прошлый месяц']);
  });

  it('ignores what cannot be read in the address, and says so', async () => {
    open('?promoter=x&from=2026-02-30&to=2030-01-01&sort=phone');
    expect(await shown()).toHaveLength(3);
    expect(asked()[0]).toEqual({ promoterId: -1, dateFrom: '', dateTo: '' });
    expect(screen.getByText('Часть отбора в адресе не удалось прочитать, она не применена.')).toBeTruthy();
  });

  it('does not ask for days of the address that end before they begin', async () => {
    open('?from=2026-11-10&to=2026-11-09');
    expect(screen.getByText('Дата «по» не может быть раньше даты «с»')).toBeTruthy();
    await expect.poll(() => statistics.network.seen.length).toBeGreaterThan(0);
    expect(asked()).toEqual([]);
  });

  it('names a promoter whom the list does not know', async () => {
    open('?promoter=404');
    await screen.findByText('Промоутеров нет.');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Промоутер' }).value).toBe(
      'Промоутер № 404',
    );
  });
});

it('on a phone the filter is folded, and each card has its part of the sum', async () => {
  setWidth(360);
  open('?sort=-sum');
  expect(screen.getByText('Отбор: все промоутеры, все время').closest('details')?.open).toBe(false);
  await screen.findByRole('article', { name: 'Вера' });
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Итого', 'Вера', 'Яна']);
  expect(screen.getByRole('article', { name: 'Яна' }).textContent).toContain('Доля суммы6,2\u00A0%');
});

describe('the period before', () => {
  const FORTNIGHT = '?from=2026-11-05&to=2026-11-18';

  it('has its days and figures beside the new ones, in signs, words and percent', async () => {
    open(FORTNIGHT);
    const figures = await screen.findByLabelText('Итоги');
    await expect.poll(() => figures.textContent).toContain('22 октября – 4 ноября: 4');
    expect(asked()[1]).toEqual({ promoterId: -1, dateFrom: '2026-10-22', dateTo: '2026-11-04' });
    expect(figures.textContent).toMatch(
      /Сумма1\s505,10\sруб\.▼\sменьше: −1,1\s%22 октября – 4 ноября: 1\s522,10\sруб\./,
    );
    expect(figures.textContent).toContain('Заявки4без изменений');
    expect(figures.textContent).toContain('Доля выполненных75\u00A0%без изменений');
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(titles.slice(-3)).toEqual(['Премия', 'Изменение суммы', '№']);
    expect(await rowOf('Яна')).toMatch(/▼\sменьше: −17\sруб\. \(−77,3\s%\)было 22\sруб\./);
    expect(await rowOf('Итого')).toMatch(/▼\sменьше: −17\sруб\. \(−1,1\s%\)было 1\s522,10\sруб\.$/);
  });

  it.each([
    ['change', ['Глеб', 'Яна', 'Вера']],
    ['-change', ['Вера', 'Яна', 'Глеб']],
    ['name', ['Вера', 'Глеб', 'Яна']],
    ['sum', ['Яна', 'Вера', 'Глеб']],
  ])(
    'has who brought something then alone last by the figures of this period alone: %s',
    async (sort, names) => {
      statistics.backend.lost = 500;
      open(`${FORTNIGHT}&sort=${sort}`);
      await screen.findByRole('columnheader', { name: /Изменение суммы/ });
      await expect.poll(namesShown).toEqual([...names, 'Итого']);
    },
  );

  it('is the same part of the month before', async () => {
    open();
    await screen.findByRole('table');
    await press('этот месяц');
    await expect
      .poll(() => asked().slice(1))
      .toEqual([
        { promoterId: -1, dateFrom: '2026-11-01', dateTo: '2026-11-20' },
        { promoterId: -1, dateFrom: '2026-10-01', dateTo: '2026-10-20' },
      ]);
    expect(await screen.findByText('1–20 октября: 4')).toBeTruthy();
  });

  it('is not invented where it did not come', async () => {
    // The first reading gets through, the one to compare with does not.
    statistics.network.hold(STATS).release();
    statistics.network.fault(STATS, '500-before');
    open(FORTNIGHT);
    await screen.findByRole('table');
    const words =
      /^Сервер ответил ошибкой 500. Прошлый период \(22 октября – 4 ноября\) не загрузился, поэтому сравнения нет\.$/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Изменение суммы' })).toBeNull();
    await press('Повторить');
    expect(await screen.findByRole('columnheader', { name: 'Изменение суммы' })).toBeTruthy();
  });
});

describe('without a network', () => {
  it('the last figures stay with their time, and the filter says why it waits', async () => {
    open();
    await screen.findByRole('table');
    statistics.network.off();
    await press('Обновить');
    await screen.findByText('Нет связи. Показано то, что загружено раньше.');
    expect(namesShown()).toHaveLength(3);
    const filter = screen.getByRole<HTMLButtonElement>('button', { name: 'Фильтровать' });
    expect(filter.disabled).toBe(true);
    const why = document.getElementById(filter.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toBe('Нет связи: действие сейчас недоступно');
  });

  it('a filter that was never loaded says so beside the figures of the one before', async () => {
    open();
    await screen.findByRole('table');
    statistics.network.off();
    await press('вчера');
    expect(
      await screen.findByText(
        'Отбор «все промоутеры, 19 ноября 2026» не загружен. Показан прежний: «все промоутеры, все время».',
      ),
    ).toBeTruthy();
    expect(namesShown()).toHaveLength(3);
    statistics.network.on();
    act(() => void window.dispatchEvent(new Event('online')));
    await expect.poll(() => screen.queryByText(/не загружен/)).toBeNull();
    expect(await rowOf('Яна')).toMatch(/^Яна1119\sруб\./);
  });
});

describe('an answer that refuses', () => {
  it('is about the filter where it is not about the permission', async () => {
    statistics.network.fault(STATS, '422');
    open('?promoter=404');
    expect(await screen.findByRole('heading', { name: 'Отбор не применен' })).toBeTruthy();
    await press('Сбросить');
    expect(await shown()).toHaveLength(3);
  });

  it('for want of the permission leads to the 403 screen', async () => {
    statistics.network.fault(STATS, '403');
    open();
    await expect.poll(address).toBe('/403');
  });
});
