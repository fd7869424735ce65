import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { isMaskFilled, MISSING } from './mask.ts';
import { MaskedField, type MaskedFieldProps } from './masked-field.tsx';

const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Код' });

type Given = Partial<MaskedFieldProps> & { onReport: (text: string) => void };

function Code({ onReport, ...props }: Given) {
  const [value, setValue] = useState(props.value ?? '');
  const handleChange = (text: string) => {
    onReport(text);
    setValue(text);
  };
  return (
    <>
      <MaskedField label="Код" mask="AA-111" {...props} value={value} onChange={handleChange} />
      <button type="button" onClick={() => setValue('')}>
        Сбросить
      </button>
      <button type="button" onClick={() => setValue('ЖЖ-777')}>
        Подставить
      </button>
    </>
  );
}

/** The field with the state of a form around it; says what it reported. */
function renderCode(props: Partial<MaskedFieldProps> = {}) {
  const onChange = vi.fn();
  render(<Code {...props} onReport={onChange} />);
  return { onChange };
}

test('what is typed goes into the mask and is reported as it stands there', async () => {
  const { onChange } = renderCode();
  await userEvent.type(code(), 'ёж12');
  expect(code().value).toBe('ЁЖ-12_');
  expect(onChange.mock.calls.map(([text]) => text)).toEqual(
    ['Ё_-___', 'ЁЖ-___', 'ЁЖ-1__', 'ЁЖ-12_'].map(text => text.replaceAll('_', MISSING)),
  );
});

test('an empty field shows its mask while it has the focus and empties when it is left untouched', async () => {
  const { onChange } = renderCode();
  expect(code().value).toBe('');
  expect(code().placeholder).toBe('__-___');
  await userEvent.click(code());
  expect(code().value).toBe('__-___');
  await userEvent.tab();
  expect(code().value).toBe('');
  expect(onChange).not.toHaveBeenCalled();
});

test('a field whose text was taken out again reports nothing and empties', async () => {
  const { onChange } = renderCode();
  await userEvent.type(code(), 'я{Backspace}');
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(code().value).toBe('__-___');
  await userEvent.tab();
  expect(code().value).toBe('');
  expect(code().getAttribute('aria-invalid')).toBeNull();
});

test('an incomplete text stays, and what to do is said once the field is left', async () => {
  renderCode();
  await userEvent.type(code(), 'ёж1');
  expect(code().getAttribute('aria-invalid')).toBeNull();
  await userEvent.tab();
  expect(code().value).toBe('ЁЖ-1__');
  const remark = screen.getByText('Не хватает 2 символов: заполните до конца __-___');
  expect(code().getAttribute('aria-describedby')).toBe(remark.id);
  await userEvent.type(code(), '23');
  await userEvent.tab();
  expect(code().value).toBe('ЁЖ-123');
  expect(code().getAttribute('aria-invalid')).toBeNull();
});

test('the error of the form goes before the remark of the mask', async () => {
  renderCode({ value: 'ЁЖ-1__', error: 'Такой код занят' });
  await userEvent.click(code());
  await userEvent.tab();
  expect(screen.getByText('Такой код занят')).toBeTruthy();
  expect(screen.queryByText(/Не хватает/)).toBeNull();
});

test.each(['', '---', '11\\'])('a mask that cannot work shows Error and takes nothing: «%s»', async mask => {
  const { onChange } = renderCode({ mask });
  await userEvent.type(code(), '1');
  expect(code().value).toBe('Error');
  expect(code().readOnly).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
});

test('another placeholder stands for what is missing', async () => {
  renderCode({ placeholder: '·' });
  await userEvent.type(code(), 'аб');
  expect(code().value).toBe('АБ-···');
});

test('a placeholder that could be typed is told from what was typed by where it stands', async () => {
  const { onChange } = renderCode({ mask: '11-11', placeholder: '0' });
  await userEvent.type(code(), '01');
  expect(code().value).toBe('01-00');
  expect(onChange).toHaveBeenLastCalledWith(`01-${MISSING}${MISSING}`);
  await userEvent.keyboard('{Backspace}');
  expect(onChange).toHaveBeenLastCalledWith(`0${MISSING}-${MISSING}${MISSING}`);
  await userEvent.tab();
  expect(screen.getByText('Не хватает 3 символов: заполните до конца 00-00')).toBeTruthy();
  await userEvent.type(code(), '000');
  expect(onChange).toHaveBeenLastCalledWith('00-00');
});

test.each(['a', '_'])('a placeholder can be typed into a slot that takes it: «%s»', async placeholder => {
  const { onChange } = renderCode({ mask: '++', placeholder });
  await userEvent.type(code(), placeholder);
  expect(onChange).toHaveBeenLastCalledWith(`${placeholder}${MISSING}`);
});

test('a stored value is shown in the mask, without a word to the form', () => {
  const { onChange } = renderCode({ value: 'аб123' });
  expect(code().value).toBe('АБ-123');
  expect(onChange).not.toHaveBeenCalled();
});

test('a value from outside replaces what stands there, and a reset empties it', async () => {
  renderCode();
  await userEvent.type(code(), 'ёж');
  await userEvent.click(screen.getByRole('button', { name: 'Подставить' }));
  expect(code().value).toBe('ЖЖ-777');
  await userEvent.click(screen.getByRole('button', { name: 'Сбросить' }));
  expect(code().value).toBe('');
});

test('digits alone get the keyboard for digits, unless another is asked for', () => {
  renderCode({ mask: '11-11' });
  expect(code().inputMode).toBe('numeric');
  cleanup();
  renderCode();
  expect(code().inputMode).toBe('text');
  cleanup();
  renderCode({ mask: '11', inputMode: 'tel' });
  expect(code().inputMode).toBe('tel');
});

function Form({ onValid }: { onValid: (values: unknown) => void }) {
  const { control, handleSubmit, reset } = useForm({ defaultValues: { code: '' } });
  return (
    <form onSubmit={handleSubmit(onValid)} noValidate>
      <Controller
        control={control}
        name="code"
        rules={{ validate: text => isMaskFilled('AA-111', text) || 'Код неполный' }}
        render={({ field, fieldState }) => (
          <MaskedField label="Код" mask="AA-111" {...field} error={fieldState.error?.message} />
        )}
      />
      <button type="submit">Готово</button>
      <button type="button" onClick={() => reset()}>
        Заново
      </button>
    </form>
  );
}

test('in a form it is refused while incomplete, gets the focus, is handed over whole and can be reset', async () => {
  const onValid = vi.fn();
  render(<Form onValid={onValid} />);
  await userEvent.type(code(), 'ёж1');
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(await screen.findByText('Код неполный')).toBeTruthy();
  expect(document.activeElement).toBe(code());
  expect(onValid).not.toHaveBeenCalled();
  await userEvent.type(code(), '23');
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(onValid.mock.calls[0]?.[0]).toEqual({ code: 'ЁЖ-123' });
  await userEvent.click(screen.getByRole('button', { name: 'Заново' }));
  expect(code().value).toBe('');
});
