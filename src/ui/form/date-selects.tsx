import { type ComponentProps, type RefCallback, useState } from 'react';
import type { Clock } from '#kit/clock.ts';
import { daysInMonth, MONTHS_GENITIVE, twoDigits } from '#kit/date.ts';
import { ChevronDown } from '../icons.ts';
import styles from './date-selects.module.css';
import fieldStyles from './field.module.css';
import type { FieldDisplay } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import { texts } from './texts.ts';

export type DateFieldProps = FieldDisplay & {
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
  /** Whether the browser has a date input of its own; a port, so that a test can say no. */
  hasDateInput?: () => boolean;
  now?: Clock;
};

/** What both ways of choosing a date are given. */
export type DateControlProps = DateFieldProps & { min: string; max: string };

const MONTHS = MONTHS_GENITIVE.map((name, index) => ({ value: twoDigits(index + 1), name }));
const named = (value: string) => ({ value, name: String(Number(value)) });

/** Day, month and year to choose from, where the browser has no date input. */
export function DateSelects(props: DateControlProps) {
  const { label, hint, labelHidden = false, required, name = 'date' } = props;
  const [parts, choose] = useDateParts(props);
  const [isLeft, setLeft] = useState(false);
  const isUnfinished = isLeft && dateOf(parts) === '' && Object.values(parts).some(part => part !== '');
  const error = props.error ?? (isUnfinished ? texts.dateUnfinished : undefined);
  const isWrong = (part: string) => Boolean(props.error) || (isUnfinished && part === '');
  const handleLeave = () => {
    setLeft(true);
    props.onBlur?.();
  };
  const years = numbers(Number(props.max.slice(0, 4)), Number(props.min.slice(0, 4)));
  const selects = [
    { part: 'day', label: texts.day, options: numbers(1, daysOf(parts)).map(named) },
    { part: 'month', label: texts.month, options: MONTHS },
    { part: 'year', label: texts.year, options: years.map(named) },
  ] as const;
  return (
    <FieldGroup
      label={label}
      hint={hint}
      error={error}
      labelHidden={labelHidden}
      required={required}
      disabled={props.disabled}
      onEnter={() => setLeft(false)}
      onLeave={handleLeave}
    >
      <div className={styles.parts}>
        {selects.map(({ part, label: partLabel, options }, at) => (
          <div key={part} className={fieldStyles.select}>
            <select
              {...(at === 0 && { ref: props.ref, autoFocus: props.autoFocus })}
              name={`${name}.${part}`}
              value={parts[part]}
              aria-label={partLabel}
              aria-invalid={isWrong(parts[part]) || undefined}
              className={fieldStyles.control}
              onChange={event => choose({ [part]: event.target.value })}
            >
              <option value="">{partLabel}</option>
              {options.map(option => (
                <option key={option.value} value={option.value}>
                  {option.name}
                </option>
              ))}
            </select>
            <ChevronDown size={20} />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The parts as chosen so far. They follow the value only when it changes: half a choice is '' outside. */
function useDateParts({ value, onChange }: DateControlProps) {
  const [parts, setParts] = useState(() => partsOf(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (dateOf(parts) !== value) setParts(partsOf(value));
  }
  const choose = (chosen: Partial<DateParts>) => {
    const next = choosePart(parts, chosen);
    setParts(next);
    if (dateOf(next) !== value) onChange(dateOf(next));
  };
  return [parts, choose] as const;
}

/** A date while it is chosen, as the values of three selects: '' is not chosen yet, '2026', '02', '09'. */
type DateParts = { year: string; month: string; day: string };

const NO_DATE: DateParts = { year: '', month: '', day: '' };

/** The parts of 'YYYY-MM-DD'; of anything else none. */
function partsOf(value: string): DateParts {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return year && month && day ? { year, month, day } : NO_DATE;
}

/** 'YYYY-MM-DD', or '' as long as a part is missing. */
function dateOf({ year, month, day }: DateParts): string {
  return year && month && day ? `${year}-${month}-${day}` : '';
}

/** A part chosen anew. A day that the month does not have is taken back: another one would be a guess. */
function choosePart(parts: DateParts, chosen: Partial<DateParts>): DateParts {
  const next = { ...parts, ...chosen };
  return Number(next.day) > daysOf(next) ? { ...next, day: '' } : next;
}

/** How many days can be chosen; without a month 31, without a year the February of a leap year. */
function daysOf({ year, month }: DateParts): number {
  return month === '' ? 31 : daysInMonth(Number(year || '2000'), Number(month));
}

/** The numbers from..to as values of a select; backwards if `from` is the larger one. */
function numbers(from: number, to: number): string[] {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => twoDigits(from + step * index));
}
