import { useState } from 'react';
import { MaskedField, type MaskedFieldProps } from '#ui/form/masked-field.tsx';
import type { Section } from '../section.ts';

type Given = Omit<MaskedFieldProps, 'value' | 'onChange'> & { start?: string };

function Masked({ start = '', ...field }: Given) {
  const [value, setValue] = useState(start);
  return <MaskedField {...field} value={value} onChange={setValue} />;
}

/** Each symbol, each state, and masks that cannot work. */
export const section: Section = {
  title: 'Поле с маской',
  states: [
    {
      state: 'Пустое',
      content: <Masked label="Код договора" mask="AA-111" hint="Две буквы и три цифры" required />,
    },
    { state: 'Заполнено', content: <Masked label="Номер заявки" mask="A-111111" start="М-000017" /> },
    {
      state: 'Заполнено не до конца: что делать, говорится после ухода из поля',
      content: <Masked label="Дата и время" mask="11.11.1111 11:11" start="21.11.2026 1_:__" />,
    },
    {
      state: 'Ошибка формы',
      content: <Masked label="ИНН" mask="111111111111" start="770000000000" error="Такой ИНН уже есть" />,
    },
    {
      state: 'Все символы: a, A, *, #, +, 1 и экранирование',
      content: <Masked label="Образец" mask="aa AA ** ## ++ 11 \a\1" />,
    },
    {
      state: 'Свой знак вместо пропуска',
      content: <Masked label="Код из письма" mask="1 1 1 1" placeholder="·" autoComplete="one-time-code" />,
    },
    { state: 'Недоступно', content: <Masked label="Счет" mask="1111 1111" start="12345678" disabled /> },
    { state: 'Маска с ошибкой', content: <Masked label="Маска без мест для ввода" mask="\1-\1" /> },
  ],
};
