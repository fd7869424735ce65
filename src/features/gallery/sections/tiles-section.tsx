import { ClipboardList, Phone, Settings } from '#ui/icons.ts';
import { Tiles } from '#ui/tiles.tsx';
import type { Section } from '../section.ts';

export const section: Section = {
  title: 'Плитки',
  states: [
    {
      state: 'обычная, с пояснением, недоступная с причиной',
      content: (
        <Tiles
          items={[
            { label: 'Телефоны', to: '/404', icon: <Phone /> },
            { label: 'Заявки', to: '/404', icon: <ClipboardList />, note: 'Ждут отправки: 2' },
            {
              label: 'Управление',
              to: '/404',
              icon: <Settings />,
              disabledBecause: 'Работает только при связи',
            },
          ]}
        />
      ),
    },
  ],
};
