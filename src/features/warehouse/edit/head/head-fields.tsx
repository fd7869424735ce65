import { memo, useId } from 'react';
import { Controller } from 'react-hook-form';
import { DateField } from '#ui/form/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CheckboxField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts } from '../texts.ts';
import styles from './head.module.css';
import type { HeadFormApi } from './head-form.ts';
import { type Users, userOptions } from './users.ts';

type HeadFieldsProps = {
  form: HeadFormApi;
  users: Users;
  /** Titles of warehouses to be suggested. */
  warehouses: readonly string[];
};

/** The fields of a receipt, apart from its lines. Typing in those does not draw them again. */
export const HeadFields = memo(PlainHeadFields, isSameHead);

/** All that the fields show of the form is in its state; the form itself is another object at each drawing. */
function isSameHead(before: HeadFieldsProps, now: HeadFieldsProps): boolean {
  return (
    before.form.formState === now.form.formState &&
    before.users === now.users &&
    before.warehouses === now.warehouses
  );
}

function PlainHeadFields({ form, users, warehouses }: HeadFieldsProps) {
  return (
    <div className={styles.head}>
      <TextField {...form.field('transfer_code')} autoComplete="off" />
      <DayField form={form} name="transfer_date" />
      <WarehouseField form={form} titles={warehouses} />
      <ContractField form={form} users={users} />
      <TextField {...form.field('income_code')} autoComplete="off" />
      <DayField form={form} name="income_date" />
      <TextField {...form.field('VAT')} inputMode="decimal" autoComplete="off" />
      <SelectField
        label={texts.company}
        placeholder={texts.companyPlaceholder}
        hint={texts.companyHint}
        options={[]}
        disabled
      />
      <FlagField form={form} name="VAT_included" />
      <FlagField form={form} name="carried" />
      <div className={styles.whole}>
        <TextArea {...form.field('description')} />
      </div>
    </div>
  );
}

type FieldProps<Name> = { form: HeadFormApi; name: Name };

function DayField({ form, name }: FieldProps<'transfer_date' | 'income_date'>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <DateField {...form.display(name)} {...field} />}
    />
  );
}

function FlagField({ form, name }: FieldProps<'carried' | 'VAT_included'>) {
  const { required, ...field } = form.field(name);
  return (
    <div>
      <CheckboxField {...field} />
    </div>
  );
}

function WarehouseField({ form, titles }: { form: HeadFormApi; titles: readonly string[] }) {
  const listId = useId();
  return (
    <div>
      <TextField {...form.field('warehouse_to')} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {titles.map(title => (
          <option key={title} value={title} />
        ))}
      </datalist>
    </div>
  );
}

/** Whoever is stored stays to be chosen, also where the list of users does not know them, or has not come. */
function ContractField({ form, users }: { form: HeadFormApi; users: Users }) {
  const stored = form.formState.defaultValues?.contract_id ?? '';
  return (
    <Controller
      control={form.control}
      name="contract_id"
      render={({ field }) => (
        <div>
          <SelectField
            {...form.display('contract_id')}
            {...field}
            placeholder={texts.nobody}
            options={userOptions(users, stored, field.value)}
          />
          <ProblemLine polite {...users.failure} onRetry={() => void users.reload()}>
            {users.failure?.why}
          </ProblemLine>
        </div>
      )}
    />
  );
}
