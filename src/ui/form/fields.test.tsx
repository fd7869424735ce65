import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { PhoneField } from './phone-field.tsx';
import { SegmentedFilter } from './segmented-filter.tsx';
import { SelectField } from './select-field.tsx';
import { CheckboxField, PasswordField, TextField } from './text-field.tsx';

function Form({ onValid }: { onValid: (values: unknown) => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', district: '', vat: false },
  });
  return (
    <form onSubmit={handleSubmit(onValid)} noValidate>
      <TextField
        label="Имя"
        hint="Как зовут"
        error={formState.errors.name?.message}
        {...register('name', { required: 'Заполните поле' })}
      />
      <SelectField
        label="Район"
        options={[
          { id: 1, name: 'Север' },
          { id: 2, name: 'Центр', children: [{ id: 3, name: 'Арбат' }] },
        ]}
        {...register('district')}
      />
      <CheckboxField label="НДС" {...register('vat')} />
      <button type="submit">Готово</button>
    </form>
  );
}

test('fields hand their values to react-hook-form', async () => {
  const onValid = vi.fn();
  render(<Form onValid={onValid} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Имя' }), 'Оля');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Район' }), 'Арбат');
  await userEvent.click(screen.getByRole('checkbox', { name: 'НДС' }));
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(onValid.mock.calls[0]?.[0]).toEqual({ name: 'Оля', district: '3', vat: true });
});

test('a refused field is marked invalid and described by its error and its hint', async () => {
  render(<Form onValid={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  const field = await screen.findByRole('textbox', { name: 'Имя' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent);
  expect(described).toEqual(['Заполните поле', 'Как зовут']);
});

test('a password can be shown and hidden', async () => {
  render(<PasswordField label="Пароль" defaultValue="тайна" />);
  const field = screen.getByLabelText('Пароль');
  expect(field.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Показать пароль' }));
  expect(field.getAttribute('type')).toBe('text');
});

function Phone() {
  const [text, setText] = useState('');
  return <PhoneField label="Телефон" value={text} onChange={setText} onPasteMany={vi.fn()} />;
}

const phone = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Телефон' });

test('an incomplete phone keeps its digits and says what is missing once it is left', async () => {
  render(<Phone />);
  await userEvent.type(phone(), '91612');
  expect(phone().value).toBe('+7 (916) 12');
  expect(phone().getAttribute('aria-invalid')).toBeNull();
  await userEvent.tab();
  expect(phone().value).toBe('+7 (916) 12');
  expect(screen.getByText('Не хватает 5 цифр: нужно 10 после +7')).toBeTruthy();
});

test('a filter is a radio group with counts', async () => {
  const onChange = vi.fn();
  const options = [
    { value: 'all', label: 'Все', count: 12 },
    { value: 'paid', label: 'Оплаченные', count: 3 },
  ];
  render(<SegmentedFilter label="Заявки" value="all" onChange={onChange} options={options} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Все 12' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Оплаченные 3' }));
  expect(onChange).toHaveBeenCalledWith('paid');
});
