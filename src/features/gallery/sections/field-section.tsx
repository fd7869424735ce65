import { useState } from 'react';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CheckboxField, PasswordField, TextArea, TextField } from '#ui/form/text-field.tsx';
import type { Section } from '../section.ts';

const districts = [
  { id: 1, name: 'Север' },
  {
    id: 2,
    name: 'Центр',
    children: [
      { id: 3, name: 'Арбат' },
      { id: 4, name: 'Пресня' },
    ],
  },
];

function Phone({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start);
  return <PhoneField label="Телефон" value={text} onChange={setText} />;
}

function Search({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start);
  return <SearchField label="Поиск" value={text} onChange={setText} />;
}

function Filter() {
  const [status, setStatus] = useState<'all' | 'paid'>('all');
  const options = [
    { value: 'all' as const, label: 'Все', count: 20 },
    { value: 'paid' as const, label: 'Оплаченные', count: 7 },
  ];
  return <SegmentedFilter label="Статус" value={status} options={options} onChange={setStatus} />;
}

export const section: Section = {
  title: 'Поля',
  states: [
    { state: 'строка', content: <TextField label="Имя" hint="Как записано в паспорте" required /> },
    { state: 'с ошибкой', content: <TextField label="Имя" error="Заполните поле «Имя»" required /> },
    { state: 'недоступна', content: <TextField label="Имя" defaultValue="Алёна" disabled /> },
    { state: 'большая', content: <TextField label="E-mail" controlSize="large" /> },
    { state: 'несколько строк', content: <TextArea label="Комментарий" /> },
    { state: 'пароль', content: <PasswordField label="Пароль" autoComplete="new-password" /> },
    { state: 'выбор', content: <SelectField label="Район" options={districts} /> },
    {
      state: 'выбор с ошибкой',
      content: <SelectField label="Район" options={districts} error="Выберите из списка" />,
    },
    { state: 'отметка', content: <CheckboxField label="НДС включен" defaultChecked /> },
    { state: 'телефон', content: <Phone /> },
    { state: 'телефон, не хватает цифр (после ухода с поля)', content: <Phone start="+7 (916) 12" /> },
    { state: 'поиск', content: <Search /> },
    { state: 'поиск с текстом', content: <Search start="алена" /> },
    { state: 'переключатель', content: <Filter /> },
  ],
};
