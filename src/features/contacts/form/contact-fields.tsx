import { TextArea, TextField } from '#ui/form/text-field.tsx';
import type { DuplicateNoticeProps } from './duplicate-notice.tsx';
import { FromPhoneBook } from './from-phone-book.tsx';
import { PhoneRows } from './phone-rows.tsx';
import type { ContactFormApi } from './use-contact-form.ts';

export type ContactFieldsProps = { form: ContactFormApi } & Partial<DuplicateNoticeProps>;

/** The fields of a person, for the form's screen, for the picker's sheet and for a person to be imported. */
export function ContactFields({ form, duplicates = [], actions = () => null }: ContactFieldsProps) {
  return (
    <>
      <FromPhoneBook form={form} />
      <TextField
        {...form.field('first_name')}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField {...form.field('last_name')} autoComplete="off" autoCapitalize="words" enterKeyHint="next" />
      <TextArea {...form.field('comment')} />
      <PhoneRows form={form} duplicates={duplicates} actions={actions} />
    </>
  );
}
