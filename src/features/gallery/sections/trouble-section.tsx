import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState, StaleNote } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TroubleLine } from '#ui/trouble-line.tsx';
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
        <TroubleLine unanswered onRetry={noop}>
          Нет связи: показано то, что было загружено раньше.
        </TroubleLine>
      ),
    },
    {
      state: 'строка: отказ',
      content: <TroubleLine onRetry={noop}>Сервер не смог показать следующую страницу.</TroubleLine>,
    },
    {
      state: 'строка: повторяется',
      content: (
        <TroubleLine onRetry={noop} busy>
          Сервер не ответил.
        </TroubleLine>
      ),
    },
    { state: 'строка: без повтора', content: <TroubleLine>На устройстве нет места.</TroubleLine> },
    { state: 'старая копия', content: <StaleNote when="20 ноября, 09:05" onRefresh={noop} /> },
    { state: 'загружается', content: <Skeleton cards={1} /> },
  ],
};
