import { type ProblemKind, problem } from '#api/problem.ts';
import { type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import type { Section } from '../section.ts';

const NOTHING: RemoteReading<string> = {
  value: undefined,
  when: '',
  problem: null,
  busy: false,
  reload: async () => {},
};
const READ = { ...NOTHING, value: 'Отчет №7', when: 'в 14:05' };

/** A reading in one of its states, with the value in words. */
function shown(remote: RemoteReading<string>) {
  return (
    <RemoteView remote={remote} refused={<p>Forbidden</p>}>
      {value => <p>{value}</p>}
    </RemoteView>
  );
}

const failed = (kind: ProblemKind) => ({ problem: problem(kind) });

export const section: Section = {
  title: 'Данные с сервера',
  states: [
    { state: 'на пути', content: shown({ ...NOTHING, busy: true }) },
    { state: 'получены', content: shown(READ) },
    { state: 'обновляются', content: shown({ ...READ, busy: true }) },
    { state: 'связи нет, есть прежние', content: shown({ ...READ, ...failed('offline') }) },
    { state: 'сервер не смог, есть прежние', content: shown({ ...READ, ...failed('server') }) },
    { state: 'связи нет, показать нечего', content: shown({ ...NOTHING, ...failed('offline') }) },
    { state: 'сервер не смог, показать нечего', content: shown({ ...NOTHING, ...failed('server') }) },
    { state: 'отказано', content: shown({ ...NOTHING, ...failed('refused') }) },
  ],
};
