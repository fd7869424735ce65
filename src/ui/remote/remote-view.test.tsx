import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { type ProblemKind, problem } from '#api/problem.ts';
import { type RemoteReading, RemoteView } from './remote-view.tsx';
import { blockedBecause } from './texts.ts';

type Given = Partial<RemoteReading<string>> & { refused?: string };

function show({ refused, ...given }: Given) {
  const remote = { value: undefined, when: '', problem: null, busy: false, reload: async () => {}, ...given };
  const view = (
    <RemoteView remote={remote} refused={refused && <p>{refused}</p>}>
      {value => <p>{value}</p>}
    </RemoteView>
  );
  return render(
    <MemoryRouter initialEntries={['/here']}>
      <Routes>
        <Route path="/here" element={view} />
        <Route path="/403" element={<h1>Forbidden</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}

const HERE = { value: 'Отчет №7', when: 'в 14:05' };
const received = () => document.body.textContent;

describe('before anything has come', () => {
  it('is awaited, first and after an answer that failed', () => {
    show({ busy: true });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(received()).not.toContain('Обновлено');
    cleanup();
    show({ busy: true, problem: problem('server', { status: 500 }) });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['offline', 'Нет связиНет связи. Этот раздел работает только при связи.'],
    ['timeout', 'Нет связиНет связи. Этот раздел работает только при связи.'],
    ['foreign', 'Не удалось загрузитьВместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти.'],
    ['server', 'Не удалось загрузитьСервер ответил ошибкой.'],
    ['unavailable', 'Не удалось загрузитьСервер на обслуживании.'],
    ['throttled', 'Не удалось загрузитьСервер просит подождать: слишком много запросов.'],
    ['unauthenticated', 'Не удалось загрузитьСессия закончилась: войдите снова.Войти'],
  ] as const)('%s is told in words, never as a refusal, and can be tried again', async (kind, words) => {
    const reload = vi.fn(async () => {});
    show({ problem: problem(kind), reload });
    expect(screen.getByRole('alert').textContent).toBe(`${words}Повторить`);
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('stays told while the network is tried again', () => {
    show({ problem: problem('offline'), busy: true });
    const retry = screen.getByRole('button', { name: 'Повторить' });
    expect(retry.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('what has come', () => {
  it('is shown with its time and can be renewed', async () => {
    const reload = vi.fn(async () => {});
    show({ ...HERE, reload });
    expect(received()).toContain('Отчет №7');
    expect(received()).toContain('Обновлено в 14:05');
    await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each<[ProblemKind, string]>([
    ['offline', 'Нет связи. Показано то, что загружено раньше.'],
    [
      'foreign',
      'Вместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти. Показано то, что загружено раньше.',
    ],
    ['server', 'Сервер ответил ошибкой. Показано то, что загружено раньше.'],
    // The shell says it.
    ['unauthenticated', ''],
    ['unreadable', 'Ответ сервера не прочитать: отчет, поле id. Показано то, что загружено раньше.'],
  ])('stays when %s brings nothing newer, and says why', (kind, words) => {
    show({ ...HERE, problem: problem(kind, { place: 'отчет, поле id' }) });
    expect(screen.getByText('Отчет №7')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(words);
  });
});

describe('an answer that refuses', () => {
  it.each([{}, HERE])('leads to the 403 screen and leaves nothing on the screen', given => {
    show({ ...given, problem: problem('refused', { status: 403 }) });
    expect(screen.getByRole('heading').textContent).toBe('Forbidden');
    expect(received()).not.toContain('Отчет №7');
  });

  it('is told in place where the screen wants it so', () => {
    show({ problem: problem('refused'), refused: 'Нет доступа' });
    expect(received()).toBe('Нет доступа');
  });
});

it('the reason beside a disabled action names what is in its way', () => {
  expect([null, 'offline' as const, 'held' as const].map(blockedBecause)).toEqual([
    undefined,
    'Нет связи: действие сейчас недоступно',
    'Сессия закончилась: войдите, чтобы продолжить',
  ]);
});
