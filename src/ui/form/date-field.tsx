import { type FocusEvent, lazy, Suspense, useState } from 'react';
import { deviceClock } from '#kit/clock.ts';
import type { DateControlProps, DateFieldProps } from './date-selects.tsx';
import styles from './field.module.css';
import { Field } from './field.tsx';
import { texts } from './texts.ts';

/** Hardly a browser needs it: it is fetched where one does. */
const DateSelects = lazy(() =>
  import('./date-selects.tsx').then(module => ({ default: module.DateSelects })),
);

const YEAR_MIN = 1890;
const YEARS_AHEAD = 20;

/**
 * A day. The browser's own date input, or day, month and year to choose from where there is none. A date that is not
 * whole is '', and says so once the field is left. Use with Controller: three selects have no one element for `register`.
 */
export function DateField(props: DateFieldProps) {
  const { hasDateInput = hasOwnDateInput, now = deviceClock } = props;
  const min = props.min || `${YEAR_MIN}-01-01`;
  const max = props.max || `${new Date(now()).getFullYear() + YEARS_AHEAD}-12-31`;
  return hasDateInput() ? (
    <DateInput {...props} min={min} max={max} />
  ) : (
    <Suspense fallback={null}>
      <DateSelects {...props} min={min} max={max} />
    </Suspense>
  );
}

/** A browser without one answers that the input is an ordinary text. */
function hasOwnDateInput(): boolean {
  const input = document.createElement('input');
  input.setAttribute('type', 'date');
  return input.type === 'date';
}

function DateInput(props: DateControlProps) {
  const { label, hint, error, labelHidden, onChange, hasDateInput, now, ...input } = props;
  const [isUnfinished, setUnfinished] = useState(false);
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    // Half a date has no value; only the browser knows that something is there.
    setUnfinished(event.target.validity.badInput);
    props.onBlur?.();
  };
  const remark = error ?? (isUnfinished ? texts.dateUnfinished : undefined);
  return (
    <Field {...props} error={remark}>
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
