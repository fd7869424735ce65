import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { TreePicker, type TreePickerProps } from './tree-picker.tsx';

/** Twelve promoters: more than a list that fits. */
const PEOPLE = [
  ...['Иванов Пётр', 'Петров Иван', 'Смирнов Олег', 'Попов Юрий', 'Соколов Илья', 'Зуев Егор'],
  ...['Титов Лев', 'Белов Марк', 'Орлов Глеб', 'Фомин Яков', 'Гусев Клим', 'Абрамов Тит'],
].map((name, at) => ({ id: at + 1, name }));

/** Works in groups, two deep. */
const WORKS = [
  {
    id: 10,
    name: 'Кухня',
    children: [
      { id: 1, name: 'Плита' },
      { id: 20, name: 'Вода', children: [{ id: 2, name: 'Замена крана' }] },
    ],
  },
  { id: 3, name: 'Другое' },
];

type Settings = Partial<TreePickerProps>;

/** A picker that keeps its own choice. */
function Chooser({ value: start = null, onChange, ...settings }: Settings) {
  const [value, setValue] = useState(start);
  const handleChange: TreePickerProps['onChange'] = id => {
    setValue(id);
    onChange?.(id);
  };
  return (
    <TreePicker
      label="Промоутер"
      name="promoter"
      options={PEOPLE}
      {...settings}
      value={value}
      onChange={handleChange}
    />
  );
}

/** The field of the picker. */
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Промоутер/ });
/** Its open list. */
const list = () => screen.getByRole('listbox', { name: 'Промоутер' });
/** What can be chosen there, from top to bottom. */
const names = (place: HTMLElement = list()) =>
  within(place)
    .queryAllByRole('option')
    .map(option => option.textContent);

it('picks the best match with three letters and Enter', async () => {
  const onChange = vi.fn();
  render(<Chooser onChange={onChange} />);
  await userEvent.type(field(), 'пет');
  expect(names()).toEqual(['Петров Иван', 'Иванов Пётр']);
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
  expect(field().value).toBe('Петров Иван');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('emphasises what was meant and leaves the name whole', async () => {
  render(<Chooser />);
  await userEvent.type(field(), 'пет ив');
  const [option] = screen.getAllByRole('option');
  expect(option?.textContent).toBe('Петров Иван');
  expect([...(option?.querySelectorAll('b') ?? [])].map(part => part.textContent)).toEqual(['Пет', 'Ив']);
});

it('is walked with the arrows, and says where the reader is', async () => {
  const onChange = vi.fn();
  render(<Chooser onChange={onChange} />);
  act(() => field().focus());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(field().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'Петров Иван' }).id,
  );
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith(2);
});

it('says how many were found, and that nobody was', async () => {
  render(<Chooser />);
  await userEvent.type(field(), 'пет');
  expect(screen.getByText('Найдено: 2')).toBeTruthy();
  await userEvent.type(field(), 'ыыы');
  expect(screen.getByText('Ничего не найдено')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(names(document.body)).toEqual([]);
});

it('puts the chosen name back when nothing was chosen after typing', async () => {
  const onChange = vi.fn();
  render(
    <>
      <Chooser value={2} onChange={onChange} />
      <button type="button">Дальше</button>
    </>,
  );
  await userEvent.click(field());
  await userEvent.keyboard('оле');
  await userEvent.click(screen.getByText('Дальше'));
  await waitFor(() => expect(field().value).toBe('Петров Иван'));
  expect(onChange).not.toHaveBeenCalled();
});

it('replaces the chosen name by what is typed after a press, and keeps the choice until there is another', async () => {
  const onChange = vi.fn();
  render(<Chooser value={2} onChange={onChange} />);
  await userEvent.click(field());
  expect(names()).toHaveLength(PEOPLE.length);
  await userEvent.keyboard('оле');
  expect(names()).toEqual(['Смирнов Олег']);
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('Петров Иван');
  expect(onChange).not.toHaveBeenCalled();
});

it('is not emptied by Escape, which belongs to what is around it', async () => {
  const onChange = vi.fn();
  const onEscape = vi.fn();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog
    <div onKeyDown={event => event.key === 'Escape' && onEscape()}>
      <Chooser value={2} onChange={onChange} />
    </div>,
  );
  act(() => field().focus());
  await userEvent.keyboard('{Escape}');
  expect(field().value).toBe('Петров Иван');
  expect(onChange).not.toHaveBeenCalled();
  expect(onEscape).toHaveBeenCalledOnce();
});

it('is emptied by its cross', async () => {
  const onChange = vi.fn();
  render(<Chooser value={2} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Очистить: Промоутер' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
});

it('finds the choice of an address, where a number is text', () => {
  render(<Chooser value="2" />);
  expect(field().value).toBe('Петров Иван');
});

it('shows the choice as soon as the options are there', () => {
  const { rerender } = render(<Chooser value={2} options={[]} busy />);
  expect(field().value).toBe('');
  expect(field().getAttribute('aria-busy')).toBe('true');
  rerender(<Chooser value={2} />);
  expect(field().value).toBe('Петров Иван');
});

describe('a tree', () => {
  it('has its groups as headings that cannot be chosen', async () => {
    render(<Chooser options={WORKS} />);
    await userEvent.click(field());
    const kitchen = screen.getByRole('group', { name: 'Кухня' });
    const water = within(kitchen).getByRole('group', { name: 'Вода' });
    expect(names(water)).toEqual(['Замена крана']);
    expect(names()).toEqual(['Плита', 'Замена крана', 'Другое']);
  });

  it('lets a group be chosen when it is told to', async () => {
    const onChange = vi.fn();
    render(<Chooser options={WORKS} groupsSelectable onChange={onChange} />);
    await userEvent.click(field());
    expect(names()).toEqual(['Кухня', 'Плита', 'Вода', 'Замена крана', 'Другое']);
    expect(screen.getByRole('group', { name: 'Вода' })).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: 'Вода' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(20);
  });
});

function Form({ onSubmit }: { onSubmit: (values: unknown) => void }) {
  const { control, handleSubmit } = useForm<{ promoter: TreePickerProps['value'] }>({
    defaultValues: { promoter: null },
  });
  return (
    <form onSubmit={handleSubmit(onSubmit)} noValidate>
      <Controller
        control={control}
        name="promoter"
        rules={{ required: 'Выберите промоутера' }}
        render={({ field: bound, fieldState }) => (
          <TreePicker
            {...bound}
            label="Промоутер"
            options={PEOPLE}
            required
            error={fieldState.error?.message}
          />
        )}
      />
      <button type="submit">Сформировать</button>
    </form>
  );
}

it('is a field of a form: refused, focused, described and sent', async () => {
  const onSubmit = vi.fn();
  render(<Form onSubmit={values => onSubmit(values)} />);
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Сформировать' }));
  await send();
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(field().getAttribute('aria-required')).toBe('true');
  const described = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Выберите промоутера');
  await userEvent.type(field(), 'пет{Enter}');
  await send();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ promoter: 2 });
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
    const failure = { unanswered: false, why: 'Сервер не ответил', signIn: false };
    render(<Chooser options={[]} failure={failure} onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Сервер не ответил');
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('leads to the sign-in where that is what helps', () => {
    const failure = { unanswered: false, why: 'Сессия закончилась: войдите снова.', signIn: true };
    render(
      <MemoryRouter initialEntries={['/stats?page=2']}>
        <Chooser options={[]} failure={failure} onRetry={vi.fn()} />
      </MemoryRouter>,
    );
    const signIn = within(screen.getByRole('alert')).getByRole('link', { name: 'Войти' });
    expect(signIn.getAttribute('href')).toBe('/login?redirect=%2Fstats%3Fpage%3D2');
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
