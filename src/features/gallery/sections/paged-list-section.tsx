import { useState } from 'react';
import { EmptyState } from '#ui/page-states.tsx';
import { PagedList, type PagedListProps } from '#ui/paged-list.tsx';
import type { Section } from '../section.ts';

const NUMBERS = [101, 102, 103, 104, 105, 106, 107];
const TOTAL = NUMBERS.length;
const PAGE = 3;

function Pages({ start = PAGE, ...props }: Partial<PagedListProps> & { start?: number }) {
  const [loaded, setLoaded] = useState(start);
  return (
    <PagedList
      total={TOTAL}
      {...props}
      loaded={loaded}
      hasMore={props.hasMore ?? loaded < TOTAL}
      onMore={() => setLoaded(Math.min(TOTAL, loaded + PAGE))}
      empty={<EmptyState>Заявки не найдены.</EmptyState>}
    >
      {NUMBERS.slice(0, loaded).map(number => (
        <p key={number}>Заявка {number}</p>
      ))}
    </PagedList>
  );
}

export const section: Section = {
  title: 'Список по страницам',
  states: [
    { state: 'первая страница', content: <Pages /> },
    { state: 'грузится следующая', content: <Pages loading /> },
    {
      state: 'следующей не было: нет связи',
      content: (
        <Pages problem={{ unanswered: true, why: 'Нет связи: следующая страница загрузится позже.' }} />
      ),
    },
    {
      state: 'следующей не было: отказ',
      content: <Pages problem={{ unanswered: false, why: 'Сервер не смог показать следующую страницу.' }} />,
    },
    { state: 'все показано', content: <Pages start={TOTAL} /> },
    { state: 'пусто', content: <Pages start={0} hasMore={false} /> },
    { state: 'грузится первая', content: <Pages start={0} loading /> },
    {
      state: 'первой не было',
      content: <Pages start={0} problem={{ unanswered: true, why: 'Список появится, когда будет связь.' }} />,
    },
  ],
};
