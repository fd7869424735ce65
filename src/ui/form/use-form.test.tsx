import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { readProblemBody } from '#contract/problem.ts';
import { deferred } from '#kit/deferred.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { fields, text } from '#validation/fields.ts';
import * as en from '#validation/messages/en.ts';
import { confirmed } from '#validation/rules/choices.ts';
import { email } from '#validation/rules/email.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { ErrorSummary, type FormError } from './error-summary.tsx';
import { FormShell } from './form-shell.tsx';
import { wouldLoseInput } from './open-forms.ts';
import type { Refused } from './refused.ts';
import { TextField } from './text-field.tsx';
import { type FormOptions, useForm } from './use-form.ts';

const Promoter = fields({
  name: text('Имя', required(), max(5)),
  email: text('E-mail', required(), email()),
  password: text('Пароль', required()),
  password_confirmation: text('Повтор пароля', required(), confirmed('password')),
});
type Values = { name: string; email: string; password: string; password_confirmation: string };

const empty: Values = { name: '', email: '', password: '', password_confirmation: '' };
const good: Values = { name: 'Иван', email: 'ivan@example.com', password: 'p', password_confirmation: 'p' };

type Save = (values: Values) => Promise<Result<string, Refused>>;
type Props = Partial<FormOptions<Values>> & {
  save?: Save;
  onSaved?: (saved: string, values: Values) => void;
};

function PromoterForm({ save = async () => success('7'), onSaved = () => {}, ...options }: Props) {
  const form = useForm(Promoter, { values: empty, ...options });
  const { dirty, touched, valid } = form.validate_fields.find('name');
  return (
    <FormShell
      form={form}
      title="Промоутер"
      submitLabel="Создать"
      onSubmit={form.submit(save, onSaved)}
      secondary={
        <button type="button" onClick={() => form.setFocus('email')}>
          К почте
        </button>
      }
    >
      <TextField {...form.field('name')} />
      <TextField {...form.field('email')} />
      <TextField {...form.field('password')} />
      <TextField {...form.field('password_confirmation')} />
      <output>{[dirty && 'dirty', touched && 'touched', valid && 'valid'].filter(Boolean).join(' ')}</output>
    </FormShell>
  );
}

const field = (label: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const remarkOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Создать' });
const submit = () => userEvent.click(button());

describe('a form', () => {
  it('takes labels and stars from its rules', () => {
    render(<PromoterForm />);
    expect(field('Имя').required).toBe(true);
    expect(field('Повтор пароля').name).toBe('password_confirmation');
  });

  it('says what it refuses of a field that was left at that field alone, until it is to be sent', async () => {
    render(<PromoterForm />);
    for (const label of ['Имя', 'E-mail', 'Пароль']) await userEvent.click(field(label));
    await userEvent.click(field('Повтор пароля'));
    await waitFor(() => expect(field('Пароль').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Заполните поле «Имя»')).toBeTruthy();
    expect(document.activeElement).toBe(field('Повтор пароля'));
    expect(screen.queryByRole('alert')).toBeNull();
    await submit();
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('leads to the first field that its rules refuse, at each attempt', async () => {
    render(<PromoterForm values={{ ...good, name: '', email: 'почта' }} />);
    for (const _ of ['once', 'again']) {
      await submit();
      await waitFor(() => expect(document.activeElement).toBe(field('Имя')));
      expect(remarkOf(field('Имя'))).toBe('Заполните поле «Имя»');
      expect(screen.queryByRole('alert')).toBeNull();
    }
    await userEvent.type(field('Имя'), 'Иван');
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
  });

  it('lists refusals of three fields in their order, for as long as there are any, and leads to each', async () => {
    render(<PromoterForm />);
    await submit();
    const summary = await screen.findByRole('alert', { name: '4 ошибки в форме' });
    expect(document.activeElement).toBe(field('Имя'));
    const links = [...summary.querySelectorAll('button')];
    expect(links.map(link => link.textContent)).toEqual([
      'Заполните поле «Имя»',
      'Заполните поле «E-mail»',
      'Заполните поле «Пароль»',
      'Заполните поле «Повтор пароля»',
    ]);
    await userEvent.click(links[1] as HTMLElement);
    expect(document.activeElement).toBe(field('E-mail'));
    expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(field('E-mail'), good.email);
    await userEvent.type(field('Пароль'), 'p');
    await userEvent.type(field('Имя'), 'Иван');
    expect(await screen.findByRole('alert', { name: '1 ошибка в форме' })).toBeTruthy();
    await userEvent.type(field('Повтор пароля'), 'p');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('checks a field when it is left, not while it is typed for the first time', async () => {
    render(<PromoterForm />);
    await userEvent.type(field('E-mail'), 'ivan');
    expect(screen.queryByText(/e-mail/, { selector: 'p' })).toBeNull();
    await userEvent.tab();
    await waitFor(() => expect(field('E-mail').getAttribute('aria-invalid')).toBe('true'));
  });

  it('checks the repetition again when the password changes', async () => {
    render(<PromoterForm values={good} />);
    await userEvent.click(field('Повтор пароля'));
    await userEvent.tab();
    await userEvent.type(field('Пароль'), '2');
    await waitFor(() => expect(field('Повтор пароля').getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(field('Пароль'), '{Backspace}');
    await waitFor(() => expect(field('Повтор пароля').getAttribute('aria-invalid')).toBeNull());
  });

  it('speaks English with the English dictionary', async () => {
    render(<PromoterForm messages={en} />);
    await submit();
    expect(await screen.findAllByText('The Имя field is required')).toHaveLength(2);
  });

  it('tells what has become of a field', async () => {
    render(<PromoterForm />);
    expect(screen.getByRole('status').textContent).toBe('valid');
    await userEvent.type(field('Имя'), 'Александр');
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('dirty touched'));
  });
});

describe('saving', () => {
  it('gives trimmed values and goes on with what was saved', async () => {
    const onSaved = vi.fn();
    render(<PromoterForm values={{ ...good, name: ' Иван ' }} onSaved={onSaved} />);
    await submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('7', good));
  });

  it('disables the button meanwhile, and saves once however often it is asked', async () => {
    const saving = deferred();
    const save = vi.fn<Save>(() => saving.promise.then(() => success('7')));
    render(<PromoterForm values={good} save={save} />);
    await submit();
    await waitFor(() => expect(button().disabled).toBe(true));
    await userEvent.type(field('Имя'), '{Enter}');
    saving.resolve();
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(save).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['of newer Laravels', { message: 'Неверно', errors: { email: ['Такой Email уже занят.'] } }],
    ['of older Laravels', { email: ['Такой Email уже занят.'] }],
  ])("puts the server's refusals %s at their fields and keeps what was typed", async (_, body) => {
    render(<PromoterForm values={good} save={async () => failure(readProblemBody(body))} />);
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
    expect(remarkOf(field('E-mail'))).toBe('Такой Email уже занят.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Имя').value).toBe('Иван');
    expect(button().disabled).toBe(false);
  });

  it.each([
    ['alone, with the focus', {}, 'alert'],
    ['beside a field, which has the focus', { email: ['Занято'] }, 'textbox'],
  ])('tells what belongs to no field above the form, %s', async (_, fields, role) => {
    const save: Save = async () =>
      failure({ message: '', fields: { role_id: ['Нет такой роли'], ...fields } });
    render(<PromoterForm values={good} save={save} />);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Нет такой роли');
    await waitFor(() => expect(screen.getAllByRole(role)).toContain(document.activeElement));
  });

  it('has words for a refusal without any', async () => {
    render(<PromoterForm values={good} save={async () => failure({ message: '' })} />);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Сервер не принял данные');
  });

  it('takes a second attempt after a refusal', async () => {
    const answers = [failure({ message: 'Занято' }), success('7')];
    const onSaved = vi.fn();
    render(
      <PromoterForm values={good} save={async () => answers.shift() ?? success('')} onSaved={onSaved} />,
    );
    await submit();
    await screen.findByText('Занято');
    await submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Занято')).toBeNull();
  });

  it('shows from the start what was refused earlier', async () => {
    const refused = { message: '', fields: { contact_name: ['Слишком коротко'] } };
    render(<PromoterForm values={good} refused={refused} nameOf={path => path.replace('contact_', '')} />);
    await waitFor(() => expect(document.activeElement).toBe(field('Имя')));
    expect(remarkOf(field('Имя'))).toBe('Слишком коротко');
  });
});

describe('what is typed', () => {
  it('is kept as a draft, which goes when the form is back where it began', async () => {
    const draft = { save: vi.fn(), clear: vi.fn(async () => {}) };
    render(<PromoterForm draft={draft} />);
    await userEvent.type(field('Имя'), 'А');
    await waitFor(() => expect(draft.save).toHaveBeenLastCalledWith({ ...empty, name: 'А' }));
    await userEvent.type(field('Имя'), '{Backspace}');
    await waitFor(() => expect(draft.clear).toHaveBeenCalledTimes(1));
    expect(wouldLoseInput()).toBe(false);
  });

  describe('in a form whose draft leaves out the passwords', () => {
    const keeping = () => ({
      save: vi.fn(),
      clear: vi.fn(async () => {}),
      without: ['password', 'password_confirmation'] as const,
    });

    it('is kept without them', async () => {
      const draft = keeping();
      render(<PromoterForm draft={draft} />);
      await userEvent.type(field('Пароль'), 'zzz');
      await userEvent.type(field('Имя'), 'А');
      await waitFor(() => expect(draft.save).toHaveBeenLastCalledWith({ ...empty, name: 'А' }));
      expect(JSON.stringify(draft.save.mock.calls)).not.toContain('z');
    });

    it('needs no draft when nothing else was typed, and would be lost', async () => {
      const draft = keeping();
      render(<PromoterForm draft={draft} />);
      await userEvent.type(field('Имя'), 'А');
      expect(wouldLoseInput()).toBe(false);
      await userEvent.type(field('Пароль'), 'secret');
      expect(wouldLoseInput()).toBe(true);
      await userEvent.clear(field('Имя'));
      await waitFor(() => expect(draft.clear).toHaveBeenCalledTimes(1));
      await userEvent.clear(field('Пароль'));
      expect(wouldLoseInput()).toBe(false);
    });

    it('is safe again once it was saved', async () => {
      render(<PromoterForm draft={keeping()} values={good} />);
      await userEvent.type(field('Пароль'), '2');
      await userEvent.type(field('Повтор пароля'), '2');
      expect(wouldLoseInput()).toBe(true);
      await submit();
      await waitFor(() => expect(wouldLoseInput()).toBe(false));
    });
  });

  it('would be lost without a draft, until it is saved', async () => {
    render(<PromoterForm values={good} />);
    expect(wouldLoseInput()).toBe(false);
    await userEvent.type(field('Имя'), 'a');
    expect(wouldLoseInput()).toBe(true);
    await submit();
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
    cleanup();
    expect(wouldLoseInput()).toBe(false);
  });

  it('stays, with a word about it, when saving breaks', async () => {
    const broken = new Error('no database');
    const thrown = new Promise(resolve => {
      process.once('unhandledRejection', resolve);
    });
    render(<PromoterForm values={good} save={() => Promise.reject(broken)} />);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Системная ошибка');
    expect(field('Имя').value).toBe('Иван');
    expect(await thrown).toBe(broken);
  });
});

describe('the summary', () => {
  const errorsOf = (count: number, go?: () => void): FormError[] =>
    Array.from({ length: count }, (_, at) => ({
      name: `lines.${at}.count`,
      label: `Строка ${at + 1}, Количество`,
      message: 'Обязательное поле',
      go,
    }));

  const links = () => within(screen.getByRole('alert')).getAllByRole('button');

  it('counts all refusals, names the first twenty and says how many more there are', () => {
    render(<ErrorSummary errors={errorsOf(2000)} attempt={1} />);
    expect(screen.getByRole('heading', { name: '2000 ошибок в форме' })).toBeTruthy();
    expect(links()).toHaveLength(20);
    expect(screen.getByText('И еще 1980', { exact: true })).toBeTruthy();
  });

  it('names all of twenty without a word of more', () => {
    render(<ErrorSummary errors={errorsOf(20)} attempt={1} />);
    expect(links()).toHaveLength(20);
    expect(screen.queryByText(/еще/)).toBeNull();
  });

  it('lets a refusal lead to its control by a way of its own', async () => {
    const go = vi.fn();
    render(<ErrorSummary errors={errorsOf(3, go)} attempt={1} />);
    expect(go).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Строка 1, Количество: обязательное поле' }));
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('says what is refused of a control that is not there', () => {
    render(<ErrorSummary errors={errorsOf(1)} attempt={1} />);
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('Строка 1, Количество: обязательное поле');
    expect(document.activeElement).toBe(summary);
  });
});

const Numbers = v.object({ phones: v.array(v.object({ text: text('Телефон') })) });

function NumbersForm({ refused }: { refused: string }) {
  const form = useForm(Numbers, { values: { phones: [{ text: '1' }, { text: '2' }] } });
  const fields = { [refused]: ['Не годится'] };
  const submit = form.submit(async () => failure({ message: '', fields }), vi.fn());
  return (
    <FormShell form={form} title="Телефоны" submitLabel="Создать" onSubmit={submit}>
      <TextField {...form.field('phones.0.text')} />
      <TextField {...form.field('phones.1.text')} />
    </FormShell>
  );
}

it.each([
  ['phones', 0],
  ['phones.1', 1],
  ['phones.1.text', 1],
])('what is refused of a list as a whole stands at its first control: %s', async (refused, at) => {
  render(<NumbersForm refused={refused} />);
  await submit();
  const controls = screen.getAllByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(controls[at]));
  expect(controls.map(control => remarkOf(control) === 'Не годится')).toEqual([at === 0, at === 1]);
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('its button', () => {
  it('moves the focus at once: what is typed next is not lost', () => {
    render(<PromoterForm />);
    screen.getByText('К почте').click();
    expect(document.activeElement).toBe(field('E-mail'));
  });

  it('does not take the focus when Enter sends what is typed', async () => {
    const saving = deferred();
    render(<PromoterForm values={good} save={() => saving.promise.then(() => success('7'))} />);
    await userEvent.type(field('E-mail'), '{Enter}');
    await waitFor(() => expect(button().disabled).toBe(true));
    expect(document.activeElement).toBe(field('E-mail'));
    saving.resolve();
    await waitFor(() => expect(button().disabled).toBe(false));
  });
});
