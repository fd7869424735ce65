import { useState } from 'react';
import { type ProblemKind, problem } from '#api/problem.ts';
import { Button } from '#ui/button.tsx';
import { ListGroup } from '#ui/list-group.tsx';
import { EmptyState, ErrorState, StaleNote } from '#ui/page-states.tsx';
import { PagedList, type PagedListProps } from '#ui/paged-list.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Section } from '../section.ts';

const noop = () => undefined;

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
        <p key={number}>{`Заявка ${number}`}</p>
      ))}
    </PagedList>
  );
}

const WAITED_FOR: RemoteReading<string> = {
  value: undefined,
  when: '',
  problem: null,
  busy: false,
  reload: async () => {},
};
const READ = { value: 'Отчет №7', when: 'в 14:05' };

/** A reading in one of its states, with the value in words. */
function shown(reading: Partial<RemoteReading<string>>) {
  return (
    <RemoteView remote={{ ...WAITED_FOR, ...reading }} refused={<p>Forbidden</p>}>
      {value => <p>{value}</p>}
    </RemoteView>
  );
}

const failed = (kind: ProblemKind) => ({ problem: problem(kind) });

/** What stands where data are, will be, or could not be. */
export const sections: Section[] = [
  {
    title: 'Данные с сервера',
    states: {
      'на пути': shown({ busy: true }),
      получены: shown(READ),
      обновляются: shown({ ...READ, busy: true }),
      'связи нет, есть прежние': shown({ ...READ, ...failed('offline') }),
      'сервер не смог, есть прежние': shown({ ...READ, ...failed('server') }),
      'связи нет, показать нечего': shown(failed('offline')),
      'сервер не смог, показать нечего': shown(failed('server')),
      отказано: shown(failed('refused')),
    },
  },
  {
    title: 'Список по страницам',
    states: {
      'первая страница': <Pages />,
      'грузится следующая': <Pages loading />,
      'следующей не было: нет связи': (
        <Pages
          problem={{
            unanswered: true,
            signIn: false,
            why: 'Нет связи: следующая страница загрузится позже.',
          }}
        />
      ),
      'следующей не было: отказ': (
        <Pages
          problem={{ unanswered: false, signIn: false, why: 'Сервер не смог показать следующую страницу.' }}
        />
      ),
      'все показано': <Pages start={TOTAL} />,
      пусто: <Pages start={0} hasMore={false} />,
      'грузится первая': <Pages start={0} loading />,
      'первой не было': (
        <Pages
          start={0}
          problem={{ unanswered: true, signIn: false, why: 'Список появится, когда будет связь.' }}
        />
      ),
    },
  },
  {
    title: 'Состояния страницы',
    states: {
      загрузка: <Skeleton cards={2} />,
      ожидание: <Spinner />,
      пусто: <EmptyState action={<Button kind="primary">Добавить</Button>}>Телефонов еще нет.</EmptyState>,
      'копия с возрастом': <StaleNote when="20 ноября 2026, 09:05" onRefresh={noop} />,
      'копия обновляется': <StaleNote when="20 ноября 2026, 09:05" onRefresh={noop} busy />,
      рамка: (
        <Panel aria-label="Готовность">
          <h3>Готово к работе без связи</h3>
          <p>Контактов 300, районов 12, видов работ 24</p>
        </Panel>
      ),
      'день списка': <ListGroup title="Сегодня, 20 ноября 2026">Карточки этого дня</ListGroup>,
      'ответа нет': (
        <ErrorState unanswered onRetry={noop}>
          Нет связи.
        </ErrorState>
      ),
      'сервер отказал': <ErrorState onRetry={noop}>Сервер не отдал отчет.</ErrorState>,
      повторяется: (
        <ErrorState onRetry={noop} busy>
          Сервер ответил ошибкой 500.
        </ErrorState>
      ),
      'повторять нечего': <ErrorState title="Отчета нет">Его удалили.</ErrorState>,
      'строка: ответа нет': (
        <ProblemLine unanswered onRetry={noop}>
          Нет связи: показано то, что было загружено раньше.
        </ProblemLine>
      ),
      'строка: отказ': <ProblemLine onRetry={noop}>Сервер не смог показать следующую страницу.</ProblemLine>,
      'строка: повторяется': (
        <ProblemLine onRetry={noop} busy>
          Сервер не ответил.
        </ProblemLine>
      ),
      'строка: нужен вход': (
        <ProblemLine signIn onRetry={noop}>
          Сессия закончилась: войдите снова. Список промоутеров не загружен.
        </ProblemLine>
      ),
      'строка: без повтора': <ProblemLine>На устройстве нет места.</ProblemLine>,
    },
  },
];
