import { Controller, useWatch } from 'react-hook-form';
import { dayAfter } from '#kit/date.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import type { Form } from '#ui/form/use-form.ts';
import { useNow } from '../shared/last-use.tsx';
import { texts } from './texts.ts';
import { LONGEST, SHORT_LIFETIMES_DAYS, type TokenForm, UNTIL_DATE } from './token-form.ts';

const YEAR_DAYS = 365;

type LifetimeFieldsProps = { form: Form<TokenForm, TokenForm>; daysMax: number };

/** How long a new token is to be good. */
export function LifetimeFields({ form, daysMax }: LifetimeFieldsProps) {
  const today = useNow().slice(0, 10);
  const lifetime = useWatch({ control: form.control, name: 'lifetime' });
  const shorter = SHORT_LIFETIMES_DAYS.filter(days => days < daysMax);
  const options = [
    ...shorter.map(days => ({ id: days, name: texts.days(days) })),
    { id: LONGEST, name: daysMax === YEAR_DAYS ? texts.year : texts.days(daysMax) },
    { id: UNTIL_DATE, name: texts.untilDate },
  ];
  return (
    <>
      <Controller
        control={form.control}
        name="lifetime"
        render={({ field }) => (
          <SelectField {...form.display('lifetime')} {...field} options={options} placeholder={null} />
        )}
      />
      {lifetime === UNTIL_DATE && (
        <Controller
          control={form.control}
          name="until"
          render={({ field }) => (
            <DateField
              {...form.display('until')}
              {...field}
              min={dayAfter(today)}
              max={dayAfter(today, daysMax)}
            />
          )}
        />
      )}
    </>
  );
}
