import { useState } from 'react';
import { CheckList, type CheckListProps, type CheckOption } from '#ui/picker/check-list.tsx';
import type { Section } from '../section.ts';

const ROLES: readonly CheckOption[] = [
  { id: 'promoter', name: 'Промоутер' },
  { id: 'moderator', name: 'Модератор' },
  { id: 'admin', name: 'Администратор' },
];
const MANY: readonly CheckOption[] = Array.from({ length: 80 }, (_, at) => ({
  id: String(at + 1),
  name: `Район ${at + 1}`,
}));

type Given = Omit<CheckListProps, 'value' | 'onChange'> & { start?: readonly string[] };

function Ticked({ start = [], ...looks }: Given) {
  const [value, setValue] = useState(start);
  return <CheckList {...looks} value={value} onChange={setValue} />;
}

/** Several of a list: short, and long enough to be searched. */
export const section: Section = {
  title: 'Несколько из списка',
  states: [
    { state: 'короткий список', content: <Ticked label="Роли" options={ROLES} start={['admin']} /> },
    {
      state: 'восемьдесят строк, отмеченная всегда видна',
      content: <Ticked label="Районы" hint="Можно несколько" options={MANY} start={['77']} />,
    },
    {
      state: 'с отказом',
      content: <Ticked label="Роли заявки" error="Отметьте хотя бы одну" options={ROLES} />,
    },
  ],
};
