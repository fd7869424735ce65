import { useId, useRef } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { addressParts } from '#contract/order-fields.ts';
import { ThinContact } from '#features/contacts/index.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { FormShell } from '#ui/form/form-shell.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { SignInLink } from '#ui/sign-in-link.tsx';
import { ContactChoiceField } from './contact-choice-field.tsx';
import { LastOrderLine, RepeatLine } from './last-order-line.tsx';
import { readRecentChoices, readStreets } from './offline/last-order.ts';
import type { Named } from './offline/order-kinds.ts';
import styles from './order-form.module.css';
import { findItem } from './order-form-values.ts';
import { texts } from './texts.ts';
import type { MissingLists } from './use-missing-lists.ts';
import {
  type ChosenContact,
  type OrderFormApi,
  type OrderFormStart,
  useOrderForm,
  withPhones,
} from './use-order-form.ts';

type OrderFormProps = OrderFormStart & {
  /** The form shows a draft that was found. */
  onStartAnew: (() => void) | undefined;
  /** It shows an order of before, which can be taken out again. */
  onClear: (() => void) | undefined;
  lists: MissingLists;
};

export function OrderForm(props: OrderFormProps) {
  const { type, references, correcting, refused, onClear, lists } = props;
  const { form, chosen, isSavedElsewhere, sending, submit } = useOrderForm(props);
  const part = { form, type, references };
  return (
    <FormShell
      form={form}
      title={correcting ? texts.correctionTitle : texts.formTitle[type]}
      submitLabel={texts.place}
      onSubmit={submit}
      blockedBecause={references ? undefined : whyBlocked(lists)}
      note={isSavedElsewhere ? <span role="status">{texts.alreadySaved}</span> : sending}
      onStartOver={props.onStartAnew}
    >
      {correcting && refused && <p className={styles.note}>{texts.serverSaid}</p>}
      {!references && (
        <Button busy={lists.busy} onClick={lists.load}>
          {texts.loadLists}
        </Button>
      )}
      {!references && lists.failure.signIn && <SignInLink />}
      <JobFields {...part} chosen={chosen}>
        {onClear && <RepeatLine onClear={onClear} />}
        {!correcting && !onClear && <LastOrderLine {...part} chosen={chosen} />}
      </JobFields>
      <AddressFields {...part} />
      <TextArea {...form.field('broken')} />
    </FormShell>
  );
}

type PartProps = Pick<OrderFormProps, 'type' | 'references'> & { form: OrderFormApi };

function whyBlocked({ busy, failure }: MissingLists): string {
  return busy ? texts.listsLoading : `${failure.why} ${texts.keptAsDraft}`;
}

type JobProps = PartProps & { chosen: ChosenContact; children: Elements };

function JobFields({ form, type, references, chosen, children }: JobProps) {
  const recent = useLocal(context => readRecentChoices(context, type), [type, references]);
  // Whoever goes over a list with the arrow keys is not done with the first thing they meet.
  const isByKey = useRef(false);
  const work = form.field('work');
  // A select can show its value only once the option is there: mounted anew, with it, when the lists arrive.
  const lists = references ? 'loaded' : 'missing';
  return (
    <>
      <Controller
        control={form.control}
        name="contact"
        render={({ field, fieldState }) => (
          <ContactChoiceField
            value={withPhones(field.value, chosen)}
            error={fieldState.error?.message ?? (chosen.state === 'gone' ? texts.contactGone : undefined)}
            onChange={choice => form.setValue('contact', choice, { shouldDirty: true, shouldValidate: true })}
          />
        )}
      />
      {chosen.contact?.isThin && <ThinContact contact={chosen.contact} />}
      {children}
      <div className={styles.pair} key={lists}>
        <SelectField
          {...form.field('district')}
          options={references?.districts ?? []}
          required
          defaultValue={form.getValues('district')}
          above={<RecentChoices form={form} name="district" items={recent?.districts ?? []} />}
        />
        <SelectField
          {...work}
          options={references?.works ?? []}
          required
          defaultValue={form.getValues('work')}
          above={
            <RecentChoices
              form={form}
              name="work"
              items={recent?.works ?? []}
              onChosen={() => form.setFocus('street')}
            />
          }
          onKeyDown={() => {
            isByKey.current = true;
          }}
          onPointerDown={() => {
            isByKey.current = false;
          }}
          onChange={event => {
            void work.onChange(event);
            if (!isByKey.current) form.setFocus('street');
          }}
        />
      </div>
    </>
  );
}

type RecentChoicesProps = {
  form: OrderFormApi;
  name: 'district' | 'work';
  items: readonly Named[];
  onChosen?: () => void;
};

/** What was chosen last on this device, one tap each. */
function RecentChoices({ form, name, items, onChosen }: RecentChoicesProps) {
  const chosen = useWatch({ control: form.control, name });
  if (items.length === 0) return null;
  const handleChoice = (id: number) => {
    form.setValue(name, String(id), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    onChosen?.();
  };
  return (
    <fieldset className={styles.recent} aria-label={texts.recent(form.display(name).label)}>
      {items.map(({ id, name: label }) => (
        <button
          key={id}
          type="button"
          className={styles.choice}
          aria-pressed={chosen === String(id)}
          onClick={() => handleChoice(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
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
        {PARTS_OF_HOUSE.map(name => (
          <TextField key={name} {...form.field(name)} autoComplete="off" enterKeyHint="next" />
        ))}
      </div>
    </section>
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
