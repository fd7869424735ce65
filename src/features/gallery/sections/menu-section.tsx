import { Menu } from '#ui/menu.tsx';
import { notify } from '#ui/toast.tsx';
import type { Section } from '../section.ts';

const pressed = (label: string) => () => notify({ title: 'Меню', message: label });

export const section: Section = {
  title: 'Меню',
  states: [
    {
      state: 'действия над контактом',
      content: (
        <Menu
          label="Действия: Алена Ёлкина"
          items={[
            { label: 'Редактировать', to: '/404' },
            { label: 'Поделиться', onSelect: pressed('Поделиться') },
            { label: 'Удалить', danger: true, onSelect: pressed('Удалить') },
          ]}
        />
      ),
    },
    {
      state: 'с заголовком и недоступным действием',
      content: (
        <Menu
          label="Действия: Борис"
          heading="Борис Жук, модератор"
          items={[
            { label: 'Войти под пользователем', disabled: true, onSelect: pressed('Войти') },
            { label: 'Выйти', onSelect: pressed('Выйти') },
          ]}
        />
      ),
    },
  ],
};
