import { useState } from 'react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { phoneDigits } from '#kit/phone.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PhoneField } from '#ui/form/phone-field.tsx';
import { maskPhone } from '#ui/form/phone-text.ts';
import { Plus } from '#ui/icons.ts';
import { Trash2 } from '#ui/icons-of-screens.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import styles from '../contacts.module.css';
import { texts } from '../texts.ts';
import { DuplicateNotice, type DuplicateNoticeProps } from './duplicate-notice.tsx';
import type { ContactFormApi } from './use-contact-form.ts';

export type PhoneRowsProps = { form: ContactFormApi } & DuplicateNoticeProps;

/** The phones of a contact, one row each; the last row cannot be removed. Who has a phone already is named under it. */
export function PhoneRows({ form, duplicates, actions }: PhoneRowsProps) {
  const { control, getValues, setValue } = form;
  const { fields, append, insert, remove } = useFieldArray({ control, name: 'phones' });
  const typed = useWatch({ control, name: 'phones' }).map(row => phoneDigits(row.text));
  const [asked, setAsked] = useState<{ index: number; phone: string } | null>(null);
  const handleRemove = (index: number) => {
    const phone = maskPhone(getValues(`phones.${index}.text`)).trim();
    if (phone === '') remove(index);
    else setAsked({ index, phone });
  };
  const handlePasteMany = (index: number, phones: string[]) => {
    const others = getValues('phones').filter((_, at) => at !== index);
    const known = new Set(others.map(row => phoneDigits(row.text)));
    const [first, ...rest] = phones.filter(phone => !known.has(phoneDigits(phone)));
    if (first === undefined) return;
    setValue(`phones.${index}.text`, first, { shouldDirty: true, shouldValidate: true });
    if (rest.length > 0)
      insert(
        index + 1,
        rest.map(text => ({ text })),
      );
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
            duplicates={duplicates.filter(({ phone }) => typed.indexOf(phone) === index)}
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
