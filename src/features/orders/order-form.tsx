import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { addressParts } from '#contract/order-fields.ts';
import { Button } from '#ui/button.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { ContactChoiceField } from './contact-choice-field.tsx';
import { LastOrderLine } from './last-order-line.tsx';
import styles from './order-form.module.css';
import { StreetField } from './street-field.tsx';
import { texts } from './texts.ts';
import { type OrderFormApi, type OrderFormStart, useOrderForm } from './use-order-form.ts';

export type OrderFormProps = OrderFormStart & {
  /** The form shows a draft that was found. */
  onStartAnew: (() => void) | undefined;
  onLoadLists: () => void;
  loadingLists: boolean;
};

/** The form of a home or a workshop order. */
export function OrderForm(props: OrderFormProps) {
  const { type, references, correcting, refused } = props;
  const { form, isContactGone, submit } = useOrderForm(props);
  return (
    <FormShell
      form={form}
      title={correcting ? texts.correctionTitle : texts.formTitle[type]}
      submitLabel={texts.place}
      onSubmit={submit}
      blockedBecause={references ? undefined : texts.listsMissingForm}
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

type PartProps = { form: OrderFormApi };

type JobProps = PartProps &
  Pick<OrderFormProps, 'references'> & { isContactGone: boolean; children: ReactNode };

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

function AddressFields({ form, type, references }: PartProps & Pick<OrderFormProps, 'type' | 'references'>) {
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
