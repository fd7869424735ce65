import { contactTextFields, contactTextNames } from '#contract/contact-fields.ts';
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
      {contactTextNames.map(name => {
        const { long, inName } = contactTextFields[name];
        if (long) return <TextArea key={name} {...form.field(name)} />;
        const autoCapitalize = inName ? 'words' : 'off';
        return (
          <TextField
            key={name}
            {...form.field(name)}
            autoComplete="off"
            autoCapitalize={autoCapitalize}
            enterKeyHint="next"
          />
        );
      })}
      <PhoneRows form={form} duplicates={duplicates} actions={actions} />
    </>
  );
}
