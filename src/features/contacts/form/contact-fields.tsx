import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { texts } from '../texts.ts';
import type { DuplicateNoticeProps } from './duplicate-notice.tsx';
import { FromPhoneBook } from './from-phone-book.tsx';
import { PhoneRows } from './phone-rows.tsx';
import type { ContactFormApi } from './use-contact-form.ts';

export type ContactFieldsProps = { form: ContactFormApi } & Partial<DuplicateNoticeProps>;

/** The fields of a person, for the form's screen, for the picker's sheet and for a person to be imported. */
export function ContactFields({ form, duplicates = [], actions = () => null }: ContactFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <FromPhoneBook form={form} />
      <TextField
        label={texts.firstName}
        required
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        error={errors.first_name?.message}
        {...register('first_name')}
      />
      <TextField
        label={texts.lastName}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        error={errors.last_name?.message}
        {...register('last_name')}
      />
      <TextArea label={texts.comment} error={errors.comment?.message} {...register('comment')} />
      <PhoneRows form={form} duplicates={duplicates} actions={actions} />
    </>
  );
}
