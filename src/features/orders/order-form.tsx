import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { addressParts } from '#contract/order-fields.ts';
import { ContactPicker, type ContactView } from '#features/contacts/index.ts';
import { formatPhone } from '#kit/phone.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { ChevronRight, User } from '#ui/icons.ts';
import { readLastOrder, readStreets } from './offline/last-order.ts';
import styles from './order-form.module.css';
import {
  type ContactChoice,
  describeLastOrder,
  findItem,
  type OrderFormValues,
  overwrittenBy,
  prefillOf,
  toChoice,
} from './order-form-values.ts';
import { texts } from './texts.ts';
import { type OrderFormApi, type OrderFormStart, useOrderForm } from './use-order-form.ts';

type OrderFormProps = OrderFormStart & {
  /** The form shows a draft that was found. */
  onStartAnew: (() => void) | undefined;
  onLoadLists: () => void;
  loadingLists: boolean;
  /** What is wrong with the answer that should have brought the lists, '' for nothing. */
  listsFault: string;
};

export function OrderForm(props: OrderFormProps) {
  const { type, references, correcting, refused } = props;
  const { form, isContactGone, submit } = useOrderForm(props);
  return (
    <FormShell
      form={form}
      title={correcting ? texts.correctionTitle : texts.formTitle[type]}
      submitLabel={texts.place}
      onSubmit={submit}
      blockedBecause={references ? undefined : texts.listsMissingForm(props.listsFault)}
      note={texts.sendLater}
      onStartOver={props.onStartAnew}
    >
      {correcting && refused && <p className={styles.note}>{texts.serverSaid}</p>}
      {!references && (
        <Button busy={props.loadingLists} onClick={props.onLoadLists}>
          {texts.loadLists}
        </Button>
      )}
      <JobFields form={form} references={references} isContactGone={isContactGone}>
        {!correcting && <LastOrderLine form={form} type={type} references={references} />}
      </JobFields>
      <AddressFields form={form} type={type} references={references} />
    </FormShell>
  );
}

type PartProps = Pick<OrderFormProps, 'type' | 'references'> & { form: OrderFormApi };

type JobProps = Omit<PartProps, 'type'> & { isContactGone: boolean; children: ReactNode };

function JobFields({ form, references, isContactGone, children }: JobProps) {
  // A select can show its value only once the option is there: mounted anew, with it, when the lists arrive.
  const lists = references ? 'loaded' : 'missing';
  return (
    <>
      <Controller
        control={form.control}
        name="contact"
        render={({ field, fieldState }) => (
          <ContactChoiceField
            value={field.value}
            error={fieldState.error?.message ?? (isContactGone ? texts.contactGone : undefined)}
            onChange={choice => form.setValue('contact', choice, { shouldDirty: true, shouldValidate: true })}
          />
        )}
      />
      {children}
      <div className={styles.pair} key={lists}>
        <SelectField
          {...form.field('district')}
          options={references?.districts ?? []}
          required
          defaultValue={form.getValues('district')}
        />
        <SelectField
          {...form.field('work')}
          options={references?.works ?? []}
          required
          defaultValue={form.getValues('work')}
        />
      </div>
      <TextArea {...form.field('broken')} />
    </>
  );
}

/** The street has a field that suggests. */
const PARTS_OF_HOUSE = addressParts.filter(name => name !== 'street');

function AddressFields({ form, type, references }: PartProps) {
  return (
    <section className={styles.address} aria-labelledby="order-address">
      <h2 id="order-address">{type === 'point' ? texts.pointSubheading : texts.address}</h2>
      <StreetField form={form} references={references} />
      <div className={styles.parts}>
        {PARTS_OF_HOUSE.map((name, index) => (
          <TextField
            key={name}
            {...form.field(name)}
            autoComplete="off"
            enterKeyHint={index < PARTS_OF_HOUSE.length - 1 ? 'next' : 'done'}
          />
        ))}
      </div>
    </section>
  );
}

/** Offers district, work and address of the contact's last order; nothing is filled in by itself. */
function LastOrderLine({ form, type, references }: PartProps) {
  const contact = useWatch({ control: form.control, name: 'contact' });
  const values = useWatch({ control: form.control }) as OrderFormValues; // every field is registered from the start
  const key = contact?.key ?? null;
  const reading = useLocal(
    async context => ({ key, last: contact && (await readLastOrder(context, contact, type)) }),
    [key, type, references],
  );
  const [isAsking, setIsAsking] = useState(false);
  const [filledFor, setFilledFor] = useState<string | null>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const last = reading?.key === key ? reading.last : null;
  const filling = last ? prefillOf(last, values) : {};
  const isFilled = filledFor !== null && filledFor === key;
  const overwritten = overwrittenBy(filling, values);

  const fillIn = () => {
    setIsAsking(false);
    // The keys of that very record.
    for (const name of Object.keys(filling) as (keyof typeof filling)[]) {
      const { invalid } = form.getFieldState(name);
      form.setValue(name, filling[name] ?? '', { shouldDirty: true, shouldValidate: invalid });
    }
    setFilledFor(key);
  };
  // The button and the question go: whoever works by keyboard stays where they were.
  useLayoutEffect(() => {
    if (filledFor !== null) line.current?.focus();
  }, [filledFor]);
  if (!isFilled && (last === null || Object.keys(filling).length === 0)) return null;
  return (
    <>
      <div className={styles.note}>
        <p ref={line} tabIndex={-1} role="status" className={styles.lastOrder}>
          {isFilled || !last ? texts.filledIn : texts.asLastTime(describeLastOrder(last))}
        </p>
        {!isFilled && (
          <Button onClick={overwritten.length > 0 ? () => setIsAsking(true) : fillIn}>{texts.fillIn}</Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={texts.overwriteTitle}
        confirmLabel={texts.overwriteConfirm}
        onConfirm={fillIn}
        onCancel={() => setIsAsking(false)}
      >
        <p>{texts.overwrite(overwritten.map(name => form.display(name).label).join(', '))}</p>
      </ConfirmDialog>
    </>
  );
}

/** The street; the browser itself offers those that orders of this district went to before. */
function StreetField({ form, references }: Omit<PartProps, 'type'>) {
  const listId = useId();
  const district = useWatch({ control: form.control, name: 'district' });
  const name = findItem(references?.districts ?? [], district)?.name ?? '';
  const streets = useLocal(({ cache }) => readStreets(cache, name), [name]) ?? [];
  return (
    <div>
      <TextField
        {...form.field('street')}
        autoComplete="off"
        enterKeyHint="next"
        list={streets.length > 0 ? listId : undefined}
      />
      {streets.length > 0 && (
        <datalist id={listId}>
          {streets.map(street => (
            <option key={street} value={street} />
          ))}
        </datalist>
      )}
    </div>
  );
}

type ContactChoiceFieldProps = {
  value: ContactChoice | null;
  error: string | undefined;
  onChange: (choice: ContactChoice) => void;
};

/** Whom the order is for: opens the picker over the whole screen. */
function ContactChoiceField({ value, error, onChange }: ContactChoiceFieldProps) {
  const [open, setOpen] = useState(false);
  const handlePick = (contact: ContactView) => {
    setOpen(false);
    onChange(toChoice(contact));
  };
  return (
    <>
      <Field label={texts.contact} error={error} required>
        {({ id, 'aria-describedby': describedBy }) => (
          // No aria-invalid: a button may not carry it, the description says what is wrong.
          <button
            id={id}
            type="button"
            name="contact"
            className={error ? styles.wrongContact : styles.contact}
            aria-label={`${texts.contact}: ${value?.name ?? texts.pickContact}`}
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <User size={24} />
            <span className={styles.who}>
              {value ? value.name : <span className={styles.nobody}>{texts.pickContact}</span>}
              {value?.phones[0] && <span className={styles.phone}>{formatPhone(value.phones[0])}</span>}
            </span>
            <ChevronRight size={20} />
          </button>
        )}
      </Field>
      <ContactPicker open={open} onPick={handlePick} onClose={() => setOpen(false)} />
    </>
  );
}
