import { useState } from 'react';
import { DateField } from '#ui/form/date-field.tsx';
import type { DateFieldProps } from '#ui/form/date-selects.tsx';
import type { Section } from '../section.ts';

type Given = Omit<DateFieldProps, 'value' | 'onChange'> & { start?: string };

function Day({ start = '', ...field }: Given) {
  const [value, setValue] = useState(start);
  return <DateField {...field} value={value} onChange={setValue} />;
}

const none = () => false;

/** The browser's own input and the three selects, in the same states. */
export const section: Section = {
  title: 'Поле даты',
  states: [
    { state: 'Пустое', content: <Day label="Дата с" hint="Первый день отчета" required /> },
    { state: 'С датой и границами', content: <Day label="Дата по" start="2026-11-20" max="2026-11-21" /> },
    { state: 'Ошибка формы', content: <Day label="Дата акта" start="2026-11-20" error="Не позже сегодня" /> },
    { state: 'Недоступно', content: <Day label="Дата прихода" start="2026-11-20" disabled /> },
    {
      state: 'В браузере нет своего поля: пустое',
      content: <Day label="Начало" hint="Первый день отчета" required hasDateInput={none} />,
    },
    {
      state: 'В браузере нет своего поля: 29 дней в феврале',
      content: <Day label="Рождение" start="2024-02-29" hasDateInput={none} />,
    },
    {
      state: 'В браузере нет своего поля: ошибка формы, только 2025 и 2026 год',
      content: (
        <Day
          label="Конец"
          min="2025-01-01"
          max="2026-11-21"
          error="Укажите день, месяц и год"
          hasDateInput={none}
        />
      ),
    },
    {
      state: 'В браузере нет своего поля: недоступно',
      content: <Day label="Приход" start="2026-11-20" disabled hasDateInput={none} />,
    },
  ],
};
