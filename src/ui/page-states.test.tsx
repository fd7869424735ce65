import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { ErrorState, StaleNote } from './page-states.tsx';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { ProblemLine } from './problem-line.tsx';

const retry = () => screen.getByRole('button', { name: 'Повторить' });

/** It was pressed and is busy now: Enter does nothing more, and the focus stays. */
async function expectBusy(button: HTMLElement, onPress: Mock): Promise<void> {
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(onPress).toHaveBeenCalledOnce();
}

it('a copy is renewed once at a time', async () => {
  const onRefresh = vi.fn();
  const { rerender } = render(<StaleNote when="в 14:05" onRefresh={onRefresh} />);
  const refresh = screen.getByRole('button', { name: 'Обновить' });
  await userEvent.click(refresh);
  rerender(<StaleNote when="в 14:05" onRefresh={onRefresh} busy />);
  await expectBusy(refresh, onRefresh);
});

describe('a screen that has nothing to show', () => {
  it('tells an answer that refuses from no answer', () => {
    const { rerender } = render(<ErrorState>Сервер не отдал отчет.</ErrorState>);
    expect(screen.getByRole('alert').textContent).toBe('Не удалось загрузитьСервер не отдал отчет.');
    rerender(<ErrorState unanswered>Показать нечего.</ErrorState>);
    expect(screen.getByRole('heading', { name: 'Нет связи' })).toBeTruthy();
    rerender(
      <ErrorState unanswered title="Отчет не открыть">
        Показать нечего.
      </ErrorState>,
    );
    expect(screen.getByRole('heading', { name: 'Отчет не открыть' })).toBeTruthy();
  });

  it('tries again only where that helps, once at a time', async () => {
    const onRetry = vi.fn();
    const { rerender } = render(<ErrorState>Отчета нет.</ErrorState>);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<ErrorState onRetry={onRetry}>Отчета нет.</ErrorState>);
    await userEvent.click(retry());
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(
      <ErrorState onRetry={onRetry} busy>
        Отчета нет.
      </ErrorState>,
    );
    await expectBusy(retry(), onRetry);
  });
});

describe('a line of trouble', () => {
  it('is a silent place until there is something to tell', () => {
    const { rerender } = render(<ProblemLine />);
    const place = screen.getByRole('alert');
    expect(place.childElementCount).toBe(0);
    rerender(<ProblemLine>Сервер не ответил</ProblemLine>);
    expect(screen.getByRole('alert')).toBe(place);
    expect(place.textContent).toBe('Сервер не ответил');
  });

  it('waits for a pause where nobody asked', () => {
    render(<ProblemLine polite>Нет связи</ProblemLine>);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Нет связи');
  });

  it('offers to try again, once at a time', async () => {
    const onRetry = vi.fn();
    const { rerender } = render(<ProblemLine onRetry={onRetry}>Сервер не ответил</ProblemLine>);
    await userEvent.click(retry());
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(
      <ProblemLine onRetry={onRetry} busy>
        Сервер не ответил
      </ProblemLine>,
    );
    await expectBusy(retry(), onRetry);
  });
});

describe('a list that comes page by page', () => {
  const onMore = vi.fn();
  const list = (props: Partial<PagedListProps>) => (
    <PagedList loaded={20} hasMore onMore={onMore} empty={<p>Заявки не найдены.</p>} {...props}>
      <p>Заявка 101</p>
    </PagedList>
  );
  const more = () => screen.getByRole('button', { name: 'Подгрузить еще' });
  beforeEach(() => void onMore.mockReset());

  it('says how much of it is here, fetches more and tells what came', async () => {
    const { rerender } = render(list({ total: 45 }));
    expect(screen.getByText('Отображено 1 - 20 из 45')).toBeTruthy();
    await userEvent.click(more());
    expect(onMore).toHaveBeenCalledOnce();
    rerender(list({ total: 45, loading: true }));
    await expectBusy(more(), onMore);
    rerender(list({ total: 45, loaded: 40 }));
    expect(screen.getByText('Загружено еще 20, всего 40').closest('[role=status]')).toBeTruthy();
    rerender(list({ total: 45, loaded: 45, hasMore: false }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('keeps its rows when the next page does not come, and asks again', async () => {
    render(
      list({ problem: { unanswered: true, signIn: false, why: 'Нет связи: страница загрузится позже.' } }),
    );
    expect(screen.getByText('Заявка 101')).toBeTruthy();
    expect(screen.getByText('Нет связи: страница загрузится позже.')).toBeTruthy();
    await userEvent.click(more());
    expect(onMore).toHaveBeenCalledOnce();
  });

  it('says that there is nothing', () => {
    render(list({ loaded: 0, hasMore: false, total: 0 }));
    expect(screen.getByText('Заявки не найдены.')).toBeTruthy();
    expect(screen.queryByText('Заявка 101')).toBeNull();
    expect(screen.queryByText(/Отображено/)).toBeNull();
  });

  it('waits for its first page, and says why it did not come', async () => {
    const { rerender } = render(list({ loaded: 0, loading: true }));
    expect(screen.queryByText('Заявки не найдены.')).toBeNull();
    rerender(
      list({ loaded: 0, problem: { unanswered: false, signIn: false, why: 'Сервер не отдал заявки.' } }),
    );
    expect(screen.getByRole('alert').textContent).toContain('Сервер не отдал заявки.');
    await userEvent.click(retry());
    expect(onMore).toHaveBeenCalledOnce();
  });
});
