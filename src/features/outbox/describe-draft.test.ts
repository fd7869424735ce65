import { expect, test } from 'vitest';
import { describeDraft } from './describe-draft.ts';

const draft = (form: string, value: unknown, instance = 'new') => ({
  ...{ key: `owner|${form}|${instance}`, ownerKey: 'owner', form, instance, value, savedAt: 0 },
});

test.each([
  [
    'contact.add',
    { values: { first_name: 'Анна', last_name: '' } },
    'Контакт',
    'Анна',
    '/promo/contacts/add',
  ],
  ['promoter.add', { name: 'Вера', email: '' }, 'Новый промоутер', 'Вера', '/promo/moderation/add'],
  ['policy', { name: 'Ночь', policy: {} }, 'Политика доступа', 'Ночь', '/abac?policy=new'],
  ['from.later', { name: 'Вера' }, 'Черновик', 'Вера', null],
  ['from.later', 7, 'Черновик', '', null],
])('a draft of %s is told and taken up again', (form, value, what, name, to) => {
  expect(describeDraft(draft(form, value))).toEqual({ what, name, to });
});
