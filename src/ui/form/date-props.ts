import type { ComponentProps, RefCallback } from 'react';
import type { Clock } from '#kit/clock.ts';
import type { FieldDisplay } from './field.tsx';
import type { HasDateInput } from './has-date-input.ts';

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
  hasDateInput?: HasDateInput;
  now?: Clock;
};

/** What both ways of choosing a date are given. */
export type DateControlProps = DateFieldProps & { min: string; max: string };
