import { DefinitionList } from '#ui/definition-list.tsx';
import type { Section } from '../section.ts';

export const section: Section = {
  title: 'Список свойств',
  states: [
    {
      state: 'пустые значения не показаны',
      content: (
        <DefinitionList
          rows={[
            { term: 'Клиент', value: 'Светлана Яблокова-Преображенская' },
            { term: 'Сумма', value: '12 400 руб.' },
            { term: 'Комментарий', value: '' },
          ]}
        />
      ),
    },
  ],
};
