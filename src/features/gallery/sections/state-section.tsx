import { Button } from '#ui/button.tsx';
import { DayGroup } from '#ui/day-group.tsx';
import { EmptyState, StaleNote } from '#ui/page-states.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Section } from '../section.ts';

export const section: Section = {
  title: 'Состояния страницы',
  states: [
    { state: 'загрузка', content: <Skeleton cards={2} /> },
    { state: 'ожидание', content: <Spinner /> },
    {
      state: 'пусто',
      content: <EmptyState action={<Button kind="primary">Добавить</Button>}>Телефонов еще нет.</EmptyState>,
    },
    { state: 'копия с возрастом', content: <StaleNote when="20 ноября 2026, 09:05" onRefresh={() => {}} /> },
    {
      state: 'копия обновляется',
      content: <StaleNote when="20 ноября 2026, 09:05" onRefresh={() => {}} busy />,
    },
    {
      state: 'рамка',
      content: (
        <Panel aria-label="Готовность">
          <h3>Готово к работе без связи</h3>
          <p>Контактов 300, районов 12, видов работ 24</p>
        </Panel>
      ),
    },
    {
      state: 'день списка',
      content: <DayGroup title="Сегодня, 20 ноября 2026">Карточки этого дня</DayGroup>,
    },
  ],
};
