import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import type { DateFieldProps } from './date-selects.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

type Given = Partial<DateFieldProps> & { onReport?: (date: string) => void };

function Birthday({ onReport, ...props }: Given) {
  const [value, setValue] = useState(props.value ?? '');
  const handleChange = (date: string) => {
    onReport?.(date);
    setValue(date);
  };
  return (
    <>
      <DateField label="Дата" now={() => NOW} {...props} value={value} onChange={handleChange} />
      <button type="button" onClick={() => setValue('2020-02-29')}>
        Подставить
      </button>
      <button type="button" onClick={() => setValue('')}>
        Сбросить
      </button>
    </>
  );
}

describe('where the browser has a date input', () => {
  const input = () => screen.getByLabelText<HTMLInputElement>('Дата');

  it('is that, from 1890 to twenty years ahead unless told otherwise', () => {
    render(<Birthday />);
    expect([input().type, input().min, input().max]).toEqual(['date', '1890-01-01', '2046-12-31']);
    cleanup();
    render(<Birthday min="2026-11-20" max="2026-12-31" />);
    expect([input().min, input().max]).toEqual(['2026-11-20', '2026-12-31']);
  });

  it('reports the day as YYYY-MM-DD and takes one from outside', async () => {
    const onReport = vi.fn();
    render(<Birthday onReport={onReport} />);
    fireEvent.change(input(), { target: { value: '2026-11-20' } });
    expect(onReport).toHaveBeenCalledWith('2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Подставить' }));
    expect(input().value).toBe('2020-02-29');
  });

  it('says that half a date is none once it is left', () => {
    render(<Birthday hint="Когда родился" />);
    Object.defineProperty(input(), 'validity', { value: { badInput: true } });
    fireEvent.blur(input());
    const remark = screen.getByText('Укажите день, месяц и год');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(input().getAttribute('aria-describedby')?.split(' ')[0]).toBe(remark.id);
    fireEvent.focus(input());
    expect(screen.queryByText('Укажите день, месяц и год')).toBeNull();
  });
});

describe('where the browser has none', () => {
  const group = () => screen.getByRole('group', { name: 'Дата' });
  const part = (name: string) => within(group()).getByRole<HTMLSelectElement>('combobox', { name });
  const choices = (name: string) => [...part(name).options].slice(1).map(option => option.text);
  const chosen = () =>
    ['День', 'Месяц', 'Год'].map(name => part(name).options[part(name).selectedIndex]?.text);
  const renderSelects = async (props: Given = {}) => {
    render(<Birthday hasDateInput={() => false} {...props} />);
    await screen.findByRole('group', { name: 'Дата' });
  };

  async function choose(parts: Record<string, string>) {
    for (const [name, value] of Object.entries(parts)) await userEvent.selectOptions(part(name), value);
  }

  it('offers days, genitive months and the years 1890 to twenty years ahead', async () => {
    await renderSelects();
    expect(choices('День')).toHaveLength(31);
    expect(choices('Месяц').slice(0, 3)).toEqual(['января', 'февраля', 'марта']);
    expect(choices('Месяц')).toHaveLength(12);
    expect([choices('Год')[0], choices('Год').at(-1)]).toEqual(['2046', '1890']);
    expect(choices('Год')).toHaveLength(157);
  });

  it('offers the years between the first and the last day', async () => {
    await renderSelects({ min: '2024-06-01', max: '2026-11-20' });
    expect(choices('Год')).toEqual(['2026', '2025', '2024']);
  });

  it('reports the day as YYYY-MM-DD once all three are chosen', async () => {
    const onReport = vi.fn();
    await renderSelects({ onReport });
    await choose({ День: '5', Месяц: 'марта' });
    expect(onReport).not.toHaveBeenCalled();
    await choose({ Год: '2026' });
    expect(onReport.mock.calls).toEqual([['2026-03-05']]);
  });

  it.each([
    ['2026', 'февраля', 28],
    ['', 'февраля', 29],
    ['2026', 'декабря', 31],
  ])('in the year «%s» %s has %d days', async (year, month, days) => {
    await renderSelects();
    await choose({ Месяц: month, Год: year });
    expect(choices('День')).toHaveLength(days);
  });

  it('takes back a day that the month does not have, and says so once it is left', async () => {
    const onReport = vi.fn();
    await renderSelects({ value: '2024-02-29', onReport });
    expect(chosen()).toEqual(['29', 'февраля', '2024']);
    await choose({ Год: '2025' });
    expect(onReport).toHaveBeenCalledWith('');
    expect(chosen()).toEqual(['День', 'февраля', '2025']);
    expect(group().getAttribute('aria-describedby')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Подставить' }));
    expect(chosen()).toEqual(['29', 'февраля', '2020']);
  });

  it('says what is missing when the whole group is left, not between its parts', async () => {
    await renderSelects();
    await choose({ День: '5' });
    await userEvent.tab();
    expect(screen.queryByText('Укажите день, месяц и год')).toBeNull();
    await userEvent.click(document.body);
    const remark = screen.getByText('Укажите день, месяц и год');
    expect(group().getAttribute('aria-describedby')).toBe(remark.id);
    expect([part('День'), part('Месяц')].map(select => select.getAttribute('aria-invalid'))).toEqual([
      null,
      'true',
    ]);
  });

  it('left without a choice says nothing', async () => {
    await renderSelects();
    await userEvent.click(part('День'));
    await userEvent.click(document.body);
    expect(screen.queryByText('Укажите день, месяц и год')).toBeNull();
  });

  it('empties with the value of the form', async () => {
    await renderSelects({ value: '2026-11-20' });
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить' }));
    expect(chosen()).toEqual(['День', 'Месяц', 'Год']);
  });

  it('is described by hint and error, and can be disabled', async () => {
    await renderSelects({ hint: 'Когда родился', error: 'Слишком рано', disabled: true });
    const ids = group().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map(id => document.getElementById(id)?.textContent)).toEqual([
      'Слишком рано',
      'Когда родился',
    ]);
    expect(group().matches(':disabled')).toBe(true);
  });
});

type FormProps = { hasDateInput: () => boolean; onValid: (values: unknown) => void };

function Form({ hasDateInput, onValid }: FormProps) {
  const { control, handleSubmit } = useForm({ defaultValues: { from: '' } });
  return (
    <form onSubmit={handleSubmit(onValid)} noValidate>
      <Controller
        control={control}
        name="from"
        rules={{ required: 'Выберите дату' }}
        render={({ field, fieldState }) => (
          <DateField label="Дата" {...field} error={fieldState.error?.message} hasDateInput={hasDateInput} />
        )}
      />
      <button type="submit">Готово</button>
    </form>
  );
}

it.each([true, false])('in a form gets the focus when refused (own input: %s)', async has => {
  const onValid = vi.fn();
  render(<Form hasDateInput={() => has} onValid={onValid} />);
  const first = has
    ? await screen.findByLabelText('Дата')
    : await screen.findByRole('combobox', { name: 'День' });
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(await screen.findByText('Выберите дату')).toBeTruthy();
  expect(document.activeElement).toBe(first);
  expect(onValid).not.toHaveBeenCalled();
});
