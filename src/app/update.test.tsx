// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryLocks } from '#kit/locks.ts';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { UpdateBanner } from './shell/update-banner.tsx';
import { offerUpdate, useUpdate } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

const told = vi.hoisted(() => vi.fn());
vi.mock('#ui/toast.tsx', () => ({ notify: told }));

const locks = vi.hoisted(() => ({ exclusively: undefined as unknown as ReturnType<typeof memoryLocks> }));
vi.mock('#sync/web-locks.ts', () => ({
  webLocks: (...asked: Parameters<ReturnType<typeof memoryLocks>>) => locks.exclusively(...asked),
}));

/** As the real link: nothing happens when `before` rejects. */
const reloaded = vi.fn();
const link = Promise.resolve({
  applyUpdate: async (before: () => Promise<void>) => {
    await before();
    reloaded();
    return true;
  },
} as WorkerLink);

beforeEach(() => {
  locks.exclusively = memoryLocks();
  vi.stubGlobal('navigator', { locks: {} });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function Page({ hasForm }: { hasForm: boolean }) {
  const update = useUpdate(link);
  return (
    <>
      {update && <UpdateBanner {...update} />}
      {hasForm && <Form />}
    </>
  );
}

function Form() {
  useOpenFormMark();
  return <input aria-label="Имя" />;
}

const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'Обновить' }));
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Имя' });

// First, because an update that has begun ends with the page.
test('[S24] a new version waits for the pass that runs, and gives way to a form that was opened meanwhile', async () => {
  offerUpdate();
  let end = () => {};
  const pass = locks.exclusively('drain', () => new Promise<void>(resolve => (end = resolve)));
  const { rerender } = render(<Page hasForm={false} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Обновить' });
  await userEvent.click(button);
  expect(button.disabled).toBe(true);
  rerender(<Page hasForm />);
  await userEvent.type(name(), 'Анна');
  expect(reloaded).not.toHaveBeenCalled();
  end();
  await pass;
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  expect(reloaded).not.toHaveBeenCalled();
  expect(name().value).toBe('Анна');
  // The next pass is not kept out.
  await locks.exclusively('drain', async () => {});
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Обновить' }).disabled).toBe(false);
});

test('it is refused over a form, and what was typed stays', async () => {
  offerUpdate();
  const { rerender } = render(<Page hasForm />);
  await userEvent.type(name(), 'Анна');
  await agree();
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Сначала сохраните или закройте форму' }),
  );
  expect(reloaded).not.toHaveBeenCalled();
  expect(name().value).toBe('Анна');
  rerender(<Page hasForm={false} />);
  await agree();
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
});
