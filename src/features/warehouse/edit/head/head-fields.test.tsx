import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Refused } from '#ui/form/refused.ts';
import { useForm } from '#ui/form/use-form.ts';
import { HeadFields } from './head-fields.tsx';
import { HeadForm } from './head-form.ts';

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
const NOBODY = { list: [], problem: '' };
const NO_TITLES: string[] = [];

const asked = vi.fn();
let refused: Refused | null = null;

/** Drawn whenever a line is typed in, as the whole document is. */
function Head({ typedInLines }: { typedInLines: string }) {
  const form = useForm(HeadForm, { values, refused });
  const field: typeof form.field = name => {
    asked(name);
    return form.field(name);
  };
  return (
    <>
      <output>{typedInLines}</output>
      <HeadFields form={{ ...form, field }} users={NOBODY} warehouses={NO_TITLES} />
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
