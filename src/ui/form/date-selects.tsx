import { type ComponentProps, type RefCallback, useState } from 'react';
import { daysInMonth, MONTHS_GENITIVE, twoDigits } from '#kit/date.ts';
import { ChevronDown } from '../icons.ts';
import type { DateControlProps } from './date-props.ts';
import styles from './date-selects.module.css';
import fieldStyles from './field.module.css';
import { FieldGroup } from './field-group.tsx';
import { texts } from './texts.ts';

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
        <Part
          label={texts.day}
          ref={props.ref}
          name={`${name}.day`}
          autoFocus={props.autoFocus}
          value={parts.day}
          options={numbers(1, daysOf(parts)).map(named)}
          isWrong={isWrong(parts.day)}
          onChoose={day => choose({ day })}
        />
        <Part
          label={texts.month}
          name={`${name}.month`}
          value={parts.month}
          options={MONTHS}
          isWrong={isWrong(parts.month)}
          onChoose={month => choose({ month })}
        />
        <Part
          label={texts.year}
          name={`${name}.year`}
          value={parts.year}
          options={years.map(named)}
          isWrong={isWrong(parts.year)}
          onChoose={year => choose({ year })}
        />
      </div>
    </FieldGroup>
  );
}

type PartProps = {
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; name: string }[];
  isWrong: boolean;
  onChoose: (value: string) => void;
  ref?: RefCallback<HTMLElement> | undefined;
  autoFocus?: ComponentProps<'select'>['autoFocus'];
};

function Part({ label, options, isWrong, onChoose, ref, ...select }: PartProps) {
  return (
    <div className={fieldStyles.select}>
      <select
        {...select}
        ref={ref}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        className={fieldStyles.control}
        onChange={event => onChoose(event.target.value)}
      >
        <option value="">{label}</option>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={20} />
    </div>
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
