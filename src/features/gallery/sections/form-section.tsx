import type * as v from 'valibot';
import { failure, type Result, success } from '#kit/result.ts';
import { FormShell } from '#ui/form/form-shell.tsx';
import type { Refused } from '#ui/form/refused.ts';
import { PasswordField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { type FormOptions, useForm } from '#ui/form/use-form.ts';
import { notify } from '#ui/toast.tsx';
import { fields, text } from '#validation/fields.ts';
import { confirmed } from '#validation/rules/choices.ts';
import { email } from '#validation/rules/email.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import type { Section } from '../section.ts';

const Promoter = fields({
  name: text('Имя', required(), max(255)),
  email: text('E-mail', required(), email()),
  password: text('Пароль', required()),
  password_confirmation: text('Повтор пароля', required(), confirmed('password')),
  comment: text('Комментарий', max(255)),
});
type Values = v.InferOutput<typeof Promoter>;

const empty: Values = { name: '', email: '', password: '', password_confirmation: '', comment: '' };
const filled: Values = {
  name: 'Алёна',
  email: 'alena@example.com',
  password: 'demo',
  password_confirmation: 'demo',
  comment: '',
};

type ExampleProps = Partial<FormOptions<Values>> & {
  title: string;
  blockedBecause?: string;
  onStartOver?: () => void;
  save?: (values: Values) => Promise<Result<null, Refused>>;
};

function Example({ title, blockedBecause, onStartOver, save = saved, ...options }: ExampleProps) {
  const form = useForm(Promoter, { values: empty, ...options });
  const submit = form.submit(save, () => notify({ type: 'success', title, message: 'сохранено' }));
  return (
    <FormShell
      form={form}
      title={title}
      submitLabel="Сохранить"
      onSubmit={submit}
      blockedBecause={blockedBecause}
      onStartOver={onStartOver}
      note="Уйти без сохранения форма даст не сразу"
    >
      <TextField {...form.field('name')} autoComplete="off" />
      <TextField {...form.field('email')} type="email" autoComplete="off" />
      <PasswordField {...form.field('password')} autoComplete="new-password" />
      <PasswordField {...form.field('password_confirmation')} autoComplete="new-password" />
      <TextArea {...form.field('comment')} />
    </FormShell>
  );
}

async function saved(): Promise<Result<null, Refused>> {
  return success(null);
}

async function taken(): Promise<Result<null, Refused>> {
  return failure({ message: '', fields: { email: ['Такой Email уже занят.'] } });
}

/** Never ends: the button stays busy. */
function endless(): Promise<Result<null, Refused>> {
  return new Promise(() => {});
}

const noDraft = { save: () => {}, clear: async () => {} };

export const section: Section = {
  title: 'Форма',
  states: [
    { state: 'пустая; без черновика, уход переспрашивается', content: <Example title="Новый промоутер" /> },
    {
      state: 'сервер отказал раньше',
      content: (
        <Example
          title="Исправление"
          values={filled}
          refused={{ message: '', fields: { email: ['Такой Email уже занят.'], role_id: ['Нет роли'] } }}
        />
      ),
    },
    {
      state: 'сервер откажет, когда нажата кнопка',
      content: <Example title="Занятый адрес" values={filled} save={taken} draft={noDraft} />,
    },
    {
      state: 'сохраняется без конца, когда нажата кнопка',
      content: <Example title="Долгое сохранение" values={filled} save={endless} draft={noDraft} />,
    },
    {
      state: 'сохранять нельзя',
      content: <Example title="Без связи" blockedBecause="Нет связи с сервером" draft={noDraft} />,
    },
    {
      state: 'восстановлена из черновика',
      content: (
        <Example
          title="Черновик"
          values={{ ...filled, comment: 'Позвонить вечером' }}
          pristine={empty}
          draft={noDraft}
          onStartOver={() => notify({ title: 'Форма', message: 'начата заново' })}
        />
      ),
    },
  ],
};
