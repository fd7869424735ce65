// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Chooser, field, names, PEOPLE } from '#tests/support/picker.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('what this device remembers', () => {
  const reopen = async () => {
    cleanup();
    render(<Chooser />);
    await userEvent.click(field());
  };

  it('offers the last five choices first, the newest on top', async () => {
    localStorage.setItem('application.remembered.picker.promoter', '{"recent":[9,1,6,11,12]}');
    render(<Chooser />);
    await userEvent.type(field(), 'бел{Enter}');
    await reopen();
    expect(names(screen.getByRole('group', { name: 'Недавние' }))).toEqual([
      ...['Белов Марк', 'Орлов Глеб', 'Иванов Пётр', 'Зуев Егор', 'Гусев Клим'],
    ]);
    expect(names(screen.getByRole('group', { name: 'Все' }))).toHaveLength(PEOPLE.length);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field().value).toBe('Белов Марк');
  });

  it('keeps a pinned choice before them until it is unpinned', async () => {
    render(<Chooser value={9} />);
    const pin = screen.getByRole('button', { name: 'Закрепить в начале списка: Орлов Глеб' });
    await userEvent.click(pin);
    expect(pin.getAttribute('aria-pressed')).toBe('true');
    await reopen();
    expect(names(screen.getByRole('group', { name: 'Закрепленные' }))).toEqual(['Орлов Глеб']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Закрепить в начале списка: Орлов Глеб' }));
    await reopen();
    expect(screen.queryByRole('group', { name: 'Закрепленные' })).toBeNull();
  });

  it('is kept apart for each name, and hidden while something is typed', async () => {
    localStorage.setItem('application.remembered.picker.other', '{"recent":[1],"pinned":[2]}');
    localStorage.setItem('application.remembered.picker.promoter', '{"recent":[3,"gone"],"pinned":"?"}');
    await reopen();
    expect(names(screen.getByRole('group', { name: 'Недавние' }))).toEqual(['Смирнов Олег']);
    await userEvent.type(field(), 'о');
    expect(screen.queryByRole('group', { name: 'Недавние' })).toBeNull();
  });

  it('leaves a short list alone', async () => {
    localStorage.setItem('application.remembered.picker.promoter', '{"recent":[1],"pinned":[2]}');
    render(<Chooser options={PEOPLE.slice(0, 5)} />);
    await userEvent.click(field());
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('what cannot be chosen from', () => {
  it('says that the options are on their way', async () => {
    render(<Chooser options={[]} busy />);
    await userEvent.click(field());
    expect(await screen.findByText('Загрузка')).toBeTruthy();
  });

  it('says that there is nothing', async () => {
    render(<Chooser options={[]} />);
    await userEvent.click(field());
    expect(await screen.findByText('Список пуст')).toBeTruthy();
  });

  it('says why there are no options, and asks again', async () => {
    const onRetry = vi.fn();
    render(<Chooser options={[]} problem="Сервер не ответил" onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Сервер не ответил');
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('does not open while it is disabled', async () => {
    render(<Chooser value={2} disabled />);
    await userEvent.click(field());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('draws the first hundred of a long list, says how many more there are, and grows as its end comes near', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ id: at, name: `Промоутер ${at}` }));
  render(<Chooser options={many} />);
  await userEvent.click(field());
  expect(names()).toHaveLength(100);
  expect(await screen.findByText('Еще 400 строк. Печатайте, чтобы найти.')).toBeTruthy();
  await userEvent.keyboard('{ArrowUp}');
  expect(names()).toHaveLength(200);
});
