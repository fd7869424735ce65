import { TextArea, TextField } from '#ui/text-field.tsx';
import type { DuplicateNoticeProps } from './duplicate-notice.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { texts } from './texts.ts';
import type { ContactFormApi } from './use-contact-form.ts';

/** The fields of a person, for the form's screen and for the picker's sheet. */
export function ContactFields({ form, ...known }: { form: ContactFormApi } & DuplicateNoticeProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
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
      <PhoneRows form={form} {...known} />
    </>
  );
}
