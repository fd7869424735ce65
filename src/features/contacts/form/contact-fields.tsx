import { type ClipboardEvent, useState } from 'react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { type ContactTexts, contactTextFields, contactTextNames } from '#contract/contact-fields.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { phoneOf, tidyPhone } from '#ui/form/phone-text.ts';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { Plus } from '#ui/icons.ts';
import { BookUser, Trash2 } from '#ui/icons-of-screens.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from '../contacts.module.css';
import { canPickContacts, type DeviceContact, pickContacts } from '../pick-contacts.ts';
import { texts } from '../texts.ts';
import { AS_TYPED, addLines, type ContactFormApi } from './contact-form.ts';
import { DuplicateNotice, type DuplicateNoticeProps } from './duplicates.tsx';
import { prefill } from './prefill.ts';

type ContactFieldsProps = { form: ContactFormApi } & Partial<DuplicateNoticeProps>;

/** The fields of a person, for the form's screen, for the picker's sheet and for a person to be imported. */
export function ContactFields({ form, duplicates = [], actions = () => null }: ContactFieldsProps) {
  return (
    <>
      <FromPhoneBook form={form} />
      <TextOfContact form={form} name="first_name" />
      <NameParts form={form} />
      <PhoneRows form={form} duplicates={duplicates} actions={actions} />
      {contactTextNames
        .filter(name => name !== 'first_name')
        .map(name => (
          <TextOfContact key={name} form={form} name={name} />
        ))}
    </>
  );
}

function TextOfContact({ form, name }: { form: ContactFormApi; name: keyof ContactTexts }) {
  const { long, inName } = contactTextFields[name];
  if (long) return <TextArea {...form.field(name)} />;
  return (
    <TextField
      {...form.field(name)}
      autoComplete="off"
      autoCapitalize={inName ? 'words' : 'off'}
      enterKeyHint="next"
      onPaste={name === 'first_name' ? event => pasteIntoName(form, event) : undefined}
    />
  );
}

/** Pasted text with a number in it fills the whole form, as what another app shares does; any other is pasted as it is. */
function pasteIntoName(form: ContactFormApi, event: ClipboardEvent): void {
  const pasted = prefill(event.clipboardData.getData('text'));
  const phones = pasted.phones.map(row => row.text).filter(text => phoneOf(text) !== null);
  if (phones.length === 0) return;
  event.preventDefault();
  const [typed, comment] = form.getValues(['first_name', 'comment']);
  fill(form, { name: pasted.first_name, phones });
  const beside = typed.trim() === '' ? pasted.comment : `${pasted.first_name}\n${pasted.comment}`;
  if (beside.trim() !== '') form.setValue('comment', addLines(comment, beside.split('\n')), AS_TYPED);
}

/** Two words in the name may be name and surname, in either order: nothing is split before somebody says so. */
function NameParts({ form }: { form: ContactFormApi }) {
  const [first, last] = useWatch({ control: form.control, name: ['first_name', 'last_name'] });
  // What this very button has split: another tap swaps it.
  const [split, setSplit] = useState('');
  const words = first.trim().split(/\s+/);
  const isTwoWords = words.length === 2 && last.trim() === '';
  const isSplit = split !== '' && split === `${first} ${last}`;
  if (!isTwoWords && !isSplit) return null;
  const [name = '', surname = ''] = isSplit ? [last, first] : nameFirst(words);
  const handleClick = () => {
    form.setValue('first_name', name, AS_TYPED);
    form.setValue('last_name', surname, AS_TYPED);
    setSplit(`${name} ${surname}`);
  };
  return (
    <Button className={styles.addPhone} onClick={handleClick}>
      {texts.isSurname(surname)}
    </Button>
  );
}

/** Most surnames end so; with «ин» and «ина» some given names do too. */
const SURNAME = /(ов|ев|[сц]кий|ова|ева|[сц]кая|ко|ук|юк)$/;
const MAYBE_SURNAME = /(ин|ын|ина|ына)$/;

/** Given name and surname; where neither word looks more like a surname, lists have it first. */
function nameFirst([first = '', second = '']: readonly string[]): [string, string] {
  const score = (word: string) => (SURNAME.test(word) ? 2 : Number(MAYBE_SURNAME.test(word)));
  const plain = (word: string) => word.toLowerCase().replaceAll('ё', 'е');
  return score(plain(second)) > score(plain(first)) ? [first, second] : [second, first];
}

/** Fills the form from the phone's own book, where the browser offers it; what was typed stays. */
function FromPhoneBook({ form }: { form: ContactFormApi }) {
  if (!canPickContacts()) return null;
  const handleClick = async () => {
    const picked = await pickContacts(false);
    const [contact] = picked ?? [];
    if (contact) fill(form, contact);
    if (picked === null) notify({ type: 'warning', title: texts.fromPhone, message: texts.pickFailed });
  };
  return (
    <Button wide icon={<BookUser size={20} />} onClick={handleClick}>
      {texts.fromPhone}
    </Button>
  );
}

function fill({ getValues, setValue }: ContactFormApi, { name, phones }: DeviceContact): void {
  if (getValues('first_name').trim() === '' && name !== '') setValue('first_name', name, AS_TYPED);
  const typed = getValues('phones').filter(row => row.text.trim() !== '');
  const seen = new Set(typed.map(row => tidyPhone(row.text)));
  const rows = phones
    .map(phone => tidyPhone(phone.trim()))
    .filter(phone => !seen.has(phone) && seen.add(phone))
    .map(text => ({ text }));
  if (rows.length > 0) setValue('phones', [...typed, ...rows], AS_TYPED);
}

/** The phones of a contact, one row each; the last row cannot be removed. Who has a phone already is named under it. */
function PhoneRows({ form, duplicates, actions }: { form: ContactFormApi } & DuplicateNoticeProps) {
  const { control, getValues, setValue } = form;
  const { fields, append, insert, remove } = useFieldArray({ control, name: 'phones' });
  const typed = useWatch({ control, name: 'phones' }).map(row => phoneOf(row.text));
  const [asked, setAsked] = useState<{ index: number; phone: string } | null>(null);
  const handleRemove = (index: number) => {
    const phone = tidyPhone(getValues(`phones.${index}.text`)).trim();
    if (phone === '') remove(index);
    else setAsked({ index, phone });
  };
  const handlePasteMany = (index: number, phones: string[]) => {
    const others = getValues('phones').filter((_, at) => at !== index);
    const known = new Set(others.map(row => tidyPhone(row.text)));
    const fresh = phones.filter(phone => !known.has(phone)).map(text => ({ text }));
    const [first, ...rest] = fresh;
    if (!first) return;
    setValue(`phones.${index}.text`, first.text, { shouldDirty: true, shouldValidate: true });
    if (rest.length > 0) insert(index + 1, rest);
  };
  return (
    <>
      {fields.map((row, index) => (
        <div key={row.id} className={styles.phoneRow}>
          <div className={styles.phone}>
            <Controller
              control={control}
              name={`phones.${index}.text`}
              render={({ field }) => (
                <PhoneField
                  {...field}
                  {...form.display(`phones.${index}.text`)}
                  hint={typed[index]?.extension && texts.extensionKept(typed[index].extension)}
                  enterKeyHint={index === fields.length - 1 ? 'done' : 'next'}
                  onPasteMany={phones => handlePasteMany(index, phones)}
                />
              )}
            />
            {fields.length > 1 && (
              <IconButton
                className={styles.trash}
                label={texts.removePhone(index)}
                icon={<Trash2 size={20} />}
                onClick={() => handleRemove(index)}
              />
            )}
          </div>
          <DuplicateNotice
            // A number typed twice is one number: it is told of once.
            duplicates={duplicates.filter(
              ({ phone }) => typed.findIndex(row => row?.digits === phone) === index,
            )}
            actions={actions}
          />
        </div>
      ))}
      <Button
        kind="quiet"
        className={styles.addPhone}
        icon={<Plus size={20} />}
        onClick={() => append({ text: '' })}
      >
        {uiTexts.addPhone}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={texts.askRemovePhone(asked?.phone ?? '')}
        kind="danger"
        confirmLabel={uiTexts.remove}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) remove(asked.index);
          setAsked(null);
        }}
      />
    </>
  );
}
