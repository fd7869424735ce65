import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What has become of one field since the form was opened. */
type FieldFlags = {
  name: string;
  label: string;
  required: boolean;
  dirty: boolean;
  touched: boolean;
  valid: boolean;
};

/** The fields of a form by name. Nothing is looked up before it is asked for. */
export type FieldCollection = { names: readonly string[]; find(name: string): FieldFlags };

/** Reads the flags that react-hook-form keeps; whoever asks for one is drawn again when it changes. */
export function fieldCollection<Input extends FieldValues, Output>(
  { getFieldState, formState }: UseFormReturn<Input, unknown, Output>,
  names: readonly string[],
  display: (name: string) => { label: string; required: boolean },
): FieldCollection {
  return {
    names,
    find(name) {
      const { isDirty, isTouched, invalid } = getFieldState(name as FieldPath<Input>, formState); // the caller's name
      const { label, required } = display(name);
      return { name, label, required, dirty: isDirty, touched: isTouched, valid: !invalid };
    },
  };
}
