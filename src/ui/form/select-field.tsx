import type { ComponentProps } from 'react';
import type { Elements } from '../elements.ts';
import { ChevronDown } from '../icons.ts';
import { texts } from '../texts.ts';
import type { TreeOption } from '../tree-option.ts';
import styles from './field.module.css';
import { Field, type FieldDisplay } from './field.tsx';

type SelectFieldProps = FieldDisplay &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly TreeOption[];
    /** The empty first line; `null` leaves it out. */
    placeholder?: string | null;
    /** Between the label and the list, e.g. what was chosen before. */
    above?: Elements;
  };

/** The browser's own select: on a phone nothing opens faster. Takes the spread of `register`. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, labelHidden, options, placeholder = texts.choose, above, ...select } = props;
  return (
    <Field {...props}>
      {control => (
        <>
          {above}
          <div className={styles.select}>
            <select {...select} {...control} className={styles.control}>
              {placeholder !== null && <option value="">{placeholder}</option>}
              {options.map(option => (
                <Branch key={option.id} option={option} />
              ))}
            </select>
            <ChevronDown size={20} />
          </div>
        </>
      )}
    </Field>
  );
}

function Branch({ option }: { option: TreeOption }) {
  if (!option.children?.length) return <option value={option.id}>{option.name}</option>;
  return (
    <optgroup label={option.name}>
      {leavesOf(option.children, '').map(leaf => (
        <option key={leaf.id} value={leaf.id}>
          {leaf.name}
        </option>
      ))}
    </optgroup>
  );
}

/** optgroup nests one level only: deeper names carry their path. */
function leavesOf(options: readonly TreeOption[], path: string): TreeOption[] {
  return options.flatMap(option =>
    option.children?.length
      ? leavesOf(option.children, `${path}${option.name} / `)
      : [{ id: option.id, name: `${path}${option.name}` }],
  );
}
