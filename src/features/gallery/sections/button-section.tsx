import { Button, IconButton, LinkButton } from '#ui/button.tsx';
import { Plus } from '#ui/icons.ts';
import { Trash2 } from '#ui/icons-of-screens.ts';
import type { Section } from '../section.ts';

export const section: Section = {
  title: 'Кнопки',
  states: [
    { state: 'главная', content: <Button kind="primary">Сохранить</Button> },
    {
      state: 'главная, большая, со значком',
      content: (
        <Button kind="primary" size="large" icon={<Plus size={20} />}>
          Оформить заявку
        </Button>
      ),
    },
    { state: 'обычная', content: <Button>Отмена</Button> },
    { state: 'опасная', content: <Button kind="danger">Удалить</Button> },
    { state: 'тихая', content: <Button kind="quiet">добавить телефон</Button> },
    {
      state: 'занята',
      content: (
        <Button kind="primary" busy>
          Сохранить
        </Button>
      ),
    },
    { state: 'недоступна', content: <Button disabled>Сохранить</Button> },
    { state: 'ссылка', content: <LinkButton to="/404">Отчеты</LinkButton> },
    { state: 'один значок', content: <IconButton label="Удалить" icon={<Trash2 size={20} />} /> },
  ],
};
