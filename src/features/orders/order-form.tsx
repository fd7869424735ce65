import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import type { FormError } from '#ui/form/error-summary.tsx';
import { FormShell } from '#ui/form/form-shell.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { ContactChoiceField } from './contact-choice-field.tsx';
import { LastOrderLine } from './last-order-line.tsx';
import styles from './order-form.module.css';
import { FIELD_LABELS, type OrderFormValues } from './order-form-values.ts';
import { StreetField } from './street-field.tsx';
import { texts } from './texts.ts';
import { type OrderFormStart, useOrderForm } from './use-order-form.ts';

export type OrderFormProps = OrderFormStart & {
  restored: boolean;
  onStartAnew: () => void;
  onLoadLists: () => void;
  loadingLists: boolean;
};

/** The form of a home or a workshop order. */
export function OrderForm(props: OrderFormProps) {
  const { type, references, correcting, remarks } = props;
  const { form, refusal, isContactGone, submit } = useOrderForm(props);
  const { errors, isSubmitting, submitCount } = form.formState;
  const general = remarks.filter(remark => remark.name === '' && submitCount === 0);
  const told: FormError[] = [...(refusal ? [{ name: '', message: refusal }] : []), ...general];
  return (
    <FormShell
      title={correcting ? texts.correctionTitle : texts.formTitle[type]}
      submitLabel={texts.place}
      onSubmit={submit}
      busy={isSubmitting}
      blockedBecause={references ? undefined : texts.listsMissingForm}
      errors={[...told, ...fieldErrors(errors)]}
      attempt={submitCount + (remarks.length > 0 ? 1 : 0)}
      note={texts.sendLater}
    >
      {correcting && remarks.length > 0 && <p className={styles.note}>{texts.serverSaid}</p>}
      {props.restored && (
        <p className={styles.note}>
          {texts.draftRestored}
          <Button kind="quiet" onClick={props.onStartAnew}>
            {texts.startAnew}
          </Button>
        </p>
      )}
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

type Errors = UseFormReturn<OrderFormValues>['formState']['errors'];

/** In the order of the fields, each naming its field. */
function fieldErrors(errors: Errors): FormError[] {
  const names = Object.keys(FIELD_LABELS) as (keyof OrderFormValues)[]; // the keys of that very record
  return names.flatMap(name => {
    const message = errors[name]?.message;
    return message ? [{ name, message: `${FIELD_LABELS[name]}: ${message}` }] : [];
  });
}

type PartProps = { form: UseFormReturn<OrderFormValues> };

type JobProps = PartProps &
  Pick<OrderFormProps, 'references'> & { isContactGone: boolean; children: ReactNode };

function JobFields({ form, references, isContactGone, children }: JobProps) {
  const { errors } = form.formState;
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
          label={texts.district}
          options={references?.districts ?? []}
          error={errors.district?.message}
          required
          defaultValue={form.getValues('district')}
          {...form.register('district')}
        />
        <SelectField
          label={texts.work}
          options={references?.works ?? []}
          error={errors.work?.message}
          required
          defaultValue={form.getValues('work')}
          {...form.register('work')}
        />
      </div>
      <TextArea label={texts.broken} error={errors.broken?.message} {...form.register('broken')} />
    </>
  );
}

function AddressFields({ form, type, references }: PartProps & Pick<OrderFormProps, 'type' | 'references'>) {
  const { errors } = form.formState;
  return (
    <section className={styles.address} aria-labelledby="order-address">
      <h2 id="order-address">{type === 'point' ? texts.pointSubheading : texts.address}</h2>
      <StreetField form={form} references={references} />
      <div className={styles.parts}>
        <TextField
          label={texts.house}
          error={errors.house?.message}
          autoComplete="off"
          enterKeyHint="next"
          required={type === 'point'}
          {...form.register('house')}
        />
        <TextField
          label={texts.korp}
          error={errors.korp?.message}
          autoComplete="off"
          enterKeyHint="next"
          {...form.register('korp')}
        />
        <TextField
          label={texts.flat}
          error={errors.flat?.message}
          autoComplete="off"
          enterKeyHint="done"
          {...form.register('flat')}
        />
      </div>
    </section>
  );
}
