import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAtomValue } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryLocks, type WithLock } from '#kit/locks.ts';
import { toasts } from '#tests/support/screen.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { Toasts } from '#ui/toast.tsx';
import { UpdateBanner } from './shell/banners.tsx';
import { offerAtom, offerUpdate } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

let withLock: WithLock;

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
  withLock = memoryLocks();
  const request = (name: string, _: LockOptions, work: () => Promise<void>) => withLock(name, work);
  vi.stubGlobal('navigator', { locks: { request } });
  reloaded.mockClear();
});

function Page({ hasForm }: { hasForm: boolean }) {
  const hasUpdate = useAtomValue(offerAtom) !== 'none';
  return (
    <>
      {hasUpdate && <UpdateBanner link={link} />}
      {hasForm && <Form />}
      <Toasts />
    </>
  );
}

function Form() {
  useOpenFormMark();
  return <input aria-label="Имя" />;
}

const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'Обновить' }));
const REFUSED = 'warning: Обновление Сначала сохраните или закройте форму';
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Имя' });

// First, because an update that has begun ends with the page.
test('[S24] a new version waits for the pass that runs, and gives way to a form that was opened meanwhile', async () => {
  offerUpdate();
  let end = () => {};
  const pass = withLock('drain', () => new Promise<void>(resolve => (end = resolve)));
  const { rerender } = render(<Page hasForm={false} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Обновить' });
  await userEvent.click(button);
  expect(button.disabled).toBe(true);
  rerender(<Page hasForm />);
  await userEvent.type(name(), 'Анна');
  expect(reloaded).not.toHaveBeenCalled();
  end();
  await pass;
  await waitFor(() => expect(toasts()).toEqual([REFUSED]));
  expect(reloaded).not.toHaveBeenCalled();
  expect(name().value).toBe('Анна');
  // The next pass is not kept out.
  await withLock('drain', async () => {});
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Обновить' }).disabled).toBe(false);
});

test('it is put off by the user until it is offered again', async () => {
  offerUpdate();
  render(<Page hasForm={false} />);
  expect(screen.getByText('Доступна новая версия')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Позже' }));
  expect(screen.queryByText('Доступна новая версия')).toBeNull();
});

test('it is refused over a form, and what was typed stays', async () => {
  offerUpdate();
  const { rerender } = render(<Page hasForm />);
  await userEvent.type(name(), 'Анна');
  await agree();
  expect(toasts()).toEqual([REFUSED]);
  expect(reloaded).not.toHaveBeenCalled();
  expect(name().value).toBe('Анна');
  rerender(<Page hasForm={false} />);
  await agree();
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
});
