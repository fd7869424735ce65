// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { success } from '#kit/result.ts';
import { deferred } from '#tests/support/deferred.ts';
import { fields, text } from '#validation/fields.ts';
import { email } from '#validation/rules/email.ts';
import { FormShell } from './form-shell.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const Address = fields({ email: text('E-mail', email()) });

function AddressForm({ until = Promise.resolve() }: { until?: Promise<void> }) {
  const form = useForm(Address, { values: { email: '' } });
  const save = async () => {
    await until;
    return success('7');
  };
  return (
    <FormShell form={form} title="Адрес" submitLabel="Создать" onSubmit={form.submit(save, () => {})}>
      <TextField {...form.field('email')} />
    </FormShell>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Создать' });

it('keeps what is pressed in its place: a field is left, and refused, when the press is over', async () => {
  const user = userEvent.setup();
  render(<AddressForm />);
  await user.type(field(), 'x');
  await user.pointer({ keys: '[MouseLeft>]', target: button() });
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('aria-invalid')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: button() });
  expect((await screen.findByRole('alert')).textContent).toContain('1 ошибка в форме');
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it('leaves the focus where it is typed when Enter sends it', async () => {
  const saving = deferred();
  render(<AddressForm until={saving.promise} />);
  await userEvent.type(field(), 'ivan@example.com{Enter}');
  await waitFor(() => expect(button().disabled).toBe(true));
  expect(document.activeElement).toBe(field());
  saving.resolve();
  await waitFor(() => expect(button().disabled).toBe(false));
});
