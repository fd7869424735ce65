import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Refused } from '#ui/form/refused.ts';
import { useForm } from '#ui/form/use-form.ts';
import { HeadFields } from './head-fields.tsx';
import { HeadForm } from './head-form.ts';
import type { Users } from './users.ts';

const values: HeadForm = {
  transfer_code: 'ОП-1',
  transfer_date: '2026-11-20',
  warehouse_to: 'Основной склад',
  contract_id: '',
  income_code: '',
  income_date: '',
  VAT: '20',
  VAT_included: false,
  carried: false,
  description: '',
};
const reload = vi.fn(async () => {});
const NOBODY: Users = { list: [], failure: null, reload };
const NO_TITLES: string[] = [];

const asked = vi.fn();
let refused: Refused | null = null;

/** Drawn whenever a line is typed in, as the whole document is. */
function Head({ typedInLines, users = NOBODY }: { typedInLines: string; users?: Users }) {
  const form = useForm(HeadForm, { values, refused });
  const field: typeof form.field = name => {
    asked(name);
    return form.field(name);
  };
  return (
    <>
      <output>{typedInLines}</output>
      <HeadFields form={{ ...form, field }} users={users} warehouses={NO_TITLES} />
    </>
  );
}

test('typing in the lines does not draw the fields of the head again', () => {
  const { rerender } = render(<Head typedInLines="1" />);
  asked.mockClear();
  rerender(<Head typedInLines="12" />);
  expect(screen.getByText('12')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});

test('a refusal of a field of the head comes and goes all the same', async () => {
  refused = { message: '', fields: { transfer_code: ['Номер занят'] } };
  render(<Head typedInLines="1" />);
  expect(await screen.findByText('Номер занят')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Номер/), '2');
  await userEvent.tab();
  expect(screen.queryByText('Номер занят')).toBeNull();
});

test('why nobody can be chosen is told with what helps', async () => {
  const failure = { unanswered: false, why: 'Сессия закончилась: войдите снова.', signIn: true };
  render(
    <MemoryRouter initialEntries={['/warehouse/enter/edit/1']}>
      <Head typedInLines="1" users={{ list: [], failure, reload }} />
    </MemoryRouter>,
  );
  expect(screen.getByText(failure.why)).toBeTruthy();
  const signIn = screen.getByRole('link', { name: 'Войти' });
  expect(signIn.getAttribute('href')).toBe('/login?redirect=%2Fwarehouse%2Fenter%2Fedit%2F1');
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(reload).toHaveBeenCalledOnce();
});
