import type { Ref } from 'react';

/** What a text field inside a Controller takes of it. */
export type ControlledInput = {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  required?: boolean;
  disabled?: boolean;
};
