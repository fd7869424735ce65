import type * as v from 'valibot';
import { failure, type Result, success } from '#kit/result.ts';
import { FormShell } from '#ui/form/form-shell.tsx';
import type { Refused } from '#ui/form/refused.ts';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { type FormOptions, useForm } from '#ui/form/use-form.ts';
import { notify } from '#ui/toast.tsx';
import { fields, text } from '#validation/fields.ts';
import { email } from '#validation/rules/email.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import type { Section } from '../section.ts';

const Promoter = fields({
  name: text('Имя', required(), max(255)),
  email: text('E-mail', required(), email()),
  comment: text('Комментарий', max(255)),
});
type Values = v.InferOutput<typeof Promoter>;

const empty = { name: '', email: '', comment: '' };
const filled = { name: 'Алёна', email: 'alena@example.com', comment: '' };

type ExampleProps = Partial<FormOptions<Values>> & {
  title: string;
  blockedBecause?: string;
  onStartOver?: () => void;
  save?: (values: Values) => Promise<Result<null, Refused>>;
};

function Example({
  title,
  blockedBecause,
  onStartOver,
  save = async () => success(null),
  ...options
}: ExampleProps) {
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
      <TextArea {...form.field('comment')} />
    </FormShell>
  );
}

const taken = async () => failure({ message: '', fields: { email: ['Такой Email уже занят.'] } });

/** Never ends: the button stays busy. */
const endless = () => new Promise<never>(() => {});

const noDraft = { save: () => {}, clear: async () => {} };

export const sections: Section[] = [
  {
    title: 'Форма',
    states: {
      'пустая; без черновика, уход переспрашивается': <Example title="Новый промоутер" />,
      'сервер отказал раньше': (
        <Example
          title="Исправление"
          values={filled}
          refused={{ message: '', fields: { email: ['Такой Email уже занят.'], role_id: ['Нет роли'] } }}
        />
      ),
      'сервер откажет, когда нажата кнопка': (
        <Example title="Занятый адрес" values={filled} save={taken} draft={noDraft} />
      ),
      'сохраняется без конца, когда нажата кнопка': (
        <Example title="Долгое сохранение" values={filled} save={endless} draft={noDraft} />
      ),
      'сохранять нельзя': <Example title="Без связи" blockedBecause="Нет связи с сервером" draft={noDraft} />,
      'восстановлена из черновика': (
        <Example
          title="Черновик"
          values={{ ...filled, comment: 'Позвонить вечером' }}
          pristine={empty}
          draft={noDraft}
          onStartOver={() => notify({ title: 'Форма', message: 'начата заново' })}
        />
      ),
    },
  },
];
