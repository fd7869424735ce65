import { type FormEvent, useId, useState } from 'react';
import { ALL_PROMOTERS } from '#contract/moderation.ts';
import { type Period, periodOf } from '#domain/period.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { TreePicker, type TreePickerProps } from '#ui/picker/tree-picker.tsx';
import { type Filter, filterErrors, isSameFilter, NO_FILTER } from './filter.ts';
import { PRESETS, type Preset } from './period.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

type FilterFormProps = {
  /** What is asked for now; the fields follow it. */
  applied: Filter;
  today: string;
  promoters: Required<Pick<TreePickerProps, 'options' | 'busy' | 'failure' | 'onRetry'>>;
  /** Why nothing can be asked for now. */
  blocked: string | undefined;
  /** `preset` is the period that was pressed. */
  onApply: (filter: Filter, preset?: Preset) => void;
  onReset: () => void;
};

/** Promoter and days. They take effect with «Фильтровать», a period by its own press. */
export function FilterForm(props: FilterFormProps) {
  const { applied, today, promoters, blocked, onApply, onReset } = props;
  const { draft, change, errors, showErrors } = useFilterDraft(applied, today);
  const reasonId = useId();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (blocked !== undefined) return;
    const [invalidField] = Object.keys(filterErrors(draft, today));
    if (invalidField === undefined) return onApply(draft);
    showErrors();
    const field = event.currentTarget.elements.namedItem(invalidField);
    if (field instanceof HTMLElement) field.focus();
  };
  const handleReset = () => {
    change(NO_FILTER);
    onReset();
  };
  const disabled = blocked !== undefined;
  const describedBy = disabled ? reasonId : undefined;
  const dayField = (name: keyof Period, label: string) => (
    <div className={styles.day}>
      <DateField
        name={name}
        label={label}
        max={today}
        value={draft[name]}
        error={errors[name] && texts[errors[name]]}
        onChange={value => change({ [name]: value })}
      />
    </div>
  );
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-label={texts.selection}>
      <div className={styles.fields}>
        <div className={styles.who}>
          <TreePicker
            label={texts.promoter}
            name="stats-promoter"
            {...promoters}
            value={draft.promoterId}
            onChange={id => change({ promoterId: id === null ? ALL_PROMOTERS : Number(id) })}
          />
        </div>
        {dayField('dateFrom', texts.from)}
        {dayField('dateTo', texts.to)}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={disabled} aria-describedby={describedBy}>
            {texts.filter}
          </Button>
          <Button onClick={handleReset} disabled={disabled} aria-describedby={describedBy}>
            {texts.reset}
          </Button>
        </div>
      </div>
      {disabled && (
        <p id={reasonId} className={styles.reason}>
          {blocked}
        </p>
      )}
      <fieldset className={styles.presets}>
        <legend className="visually-hidden">{texts.periods}</legend>
        {PRESETS.map(preset => {
          const period = periodOf(preset, today);
          return (
            <Button
              key={preset}
              className={styles.preset}
              disabled={disabled}
              aria-describedby={describedBy}
              aria-pressed={isSameFilter(applied, { ...applied, ...period })}
              onClick={() => {
                change(period);
                onApply({ ...draft, ...period }, preset);
              }}
            >
              {texts.preset[preset]}
            </Button>
          );
        })}
      </fieldset>
    </form>
  );
}

/** What is typed, until something else is asked for: then it follows. Refusals are told once it was submitted. */
function useFilterDraft(applied: Filter, today: string) {
  const [draft, setDraft] = useState(applied);
  const [lastApplied, setLastApplied] = useState(applied);
  const [areErrorsShown, setErrorsShown] = useState(true);
  if (!isSameFilter(applied, lastApplied)) {
    setLastApplied(applied);
    setDraft(applied);
    setErrorsShown(true);
  }
  return {
    draft,
    errors: areErrorsShown ? filterErrors(draft, today) : {},
    change(part: Partial<Filter>) {
      setDraft({ ...draft, ...part });
      // Between the two days of a new period nothing is wrong yet.
      if (Object.keys(filterErrors(draft, today)).length === 0) setErrorsShown(false);
    },
    showErrors: () => setErrorsShown(true),
  };
}
