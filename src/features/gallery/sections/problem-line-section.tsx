import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState, StaleNote } from '#ui/page-states.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Section } from '../section.ts';

const noop = () => undefined;

export const section: Section = {
  title: 'Пусто и не получилось',
  states: [
    { state: 'пусто', content: <EmptyState action={<Button>Сформировать</Button>}>Отчетов нет.</EmptyState> },
    { state: 'ответа нет', content: <ErrorState unanswered onRetry={noop} /> },
    { state: 'сервер отказал', content: <ErrorState onRetry={noop}>Сервер не отдал отчет.</ErrorState> },
    { state: 'повторяется', content: <ErrorState onRetry={noop} busy /> },
    { state: 'повторять нечего', content: <ErrorState title="Отчета нет">Его удалили.</ErrorState> },
    {
      state: 'строка: ответа нет',
      content: (
        <ProblemLine unanswered onRetry={noop}>
          Нет связи: показано то, что было загружено раньше.
        </ProblemLine>
      ),
    },
    {
      state: 'строка: отказ',
      content: <ProblemLine onRetry={noop}>Сервер не смог показать следующую страницу.</ProblemLine>,
    },
    {
      state: 'строка: повторяется',
      content: (
        <ProblemLine onRetry={noop} busy>
          Сервер не ответил.
        </ProblemLine>
      ),
    },
    { state: 'строка: без повтора', content: <ProblemLine>На устройстве нет места.</ProblemLine> },
    { state: 'старая копия', content: <StaleNote when="20 ноября, 09:05" onRefresh={noop} /> },
    { state: 'загружается', content: <Skeleton cards={1} /> },
  ],
};
