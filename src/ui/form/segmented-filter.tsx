import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './segmented-filter.module.css';

type Segment<Value extends string> = { value: Value; label: string; count?: number | undefined };

type SegmentedFilterProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange: (value: Value) => void;
};

/** One of a few, each with its count: a radio group that looks like joined buttons. */
export function SegmentedFilter<Value extends string>(props: SegmentedFilterProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(option => (
        <label
          key={option.value}
          className={classNames(styles.segment, option.value === props.value && styles.chosen)}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          <span className={styles.label}>{option.label}</span>
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
