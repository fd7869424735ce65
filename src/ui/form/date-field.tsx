import { type ComponentProps, type FocusEvent, type RefCallback, useState } from 'react';
import { type Clock, deviceClock } from '#kit/clock.ts';
import { texts } from '../texts.ts';
import { DateSelects } from './date-selects.tsx';
import styles from './field.module.css';
import { Field, type FieldLooks } from './field.tsx';
import { browserHasDateInput, type HasDateInput } from './has-date-input.ts';

const YEAR_MIN = 1890;
const YEARS_AHEAD = 20;

export type DateFieldProps = FieldLooks & {
  /** 'YYYY-MM-DD', or '' without a date. */
  value: string;
  onChange: (date: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: RefCallback<HTMLElement>;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The first and the last day that can be chosen; otherwise 1890 to twenty years ahead. */
  min?: string | undefined;
  max?: string | undefined;
  autoComplete?: ComponentProps<'input'>['autoComplete'];
  hasDateInput?: HasDateInput;
  now?: Clock;
};

/** What both ways of choosing a date are given. */
export type DateControlProps = DateFieldProps & { min: string; max: string };

/**
 * A day. The browser's own date input, or day, month and year to choose from where there is none. A date that is not
 * whole is '', and says so once the field is left. Use with Controller: three selects have no one element for `register`.
 */
export function DateField(props: DateFieldProps) {
  const { hasDateInput = browserHasDateInput, now = deviceClock } = props;
  const min = props.min || `${YEAR_MIN}-01-01`;
  const max = props.max || `${new Date(now()).getFullYear() + YEARS_AHEAD}-12-31`;
  return hasDateInput() ? (
    <DateInput {...props} min={min} max={max} />
  ) : (
    <DateSelects {...props} min={min} max={max} />
  );
}

function DateInput(props: DateControlProps) {
  const { label, hint, error, labelHidden = false, onChange, hasDateInput, now, ...input } = props;
  const [isUnfinished, setUnfinished] = useState(false);
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    // Half a date has no value; only the browser knows that something is there.
    setUnfinished(event.target.validity.badInput);
    props.onBlur?.();
  };
  const remark = error ?? (isUnfinished ? texts.dateUnfinished : undefined);
  return (
    <Field label={label} hint={hint} error={remark} labelHidden={labelHidden} required={input.required}>
      {control => (
        <input
          {...input}
          {...control}
          type="date"
          className={styles.control}
          onChange={event => onChange(event.target.value)}
          onFocus={() => setUnfinished(false)}
          onBlur={handleBlur}
        />
      )}
    </Field>
  );
}
