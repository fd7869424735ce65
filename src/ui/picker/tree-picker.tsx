import { Combobox } from '@base-ui/react/combobox';
import { type Ref, useMemo, useState } from 'react';
import { IconButton } from '../button.tsx';
import fieldStyles from '../form/field.module.css';
import { type ControlWiring, Field, type FieldDisplay } from '../form/field.tsx';
import { ChevronDown } from '../icons.ts';
import { Pin, X } from '../icons-of-screens.ts';
import { ProblemLine } from '../problem-line.tsx';
import type { Failure } from '../remote/answer-fault.ts';
import { Spinner } from '../spinner.tsx';
import { texts as shared } from '../texts.ts';
import type { TreeOption } from '../tree-option.ts';
import { ChoiceList } from './choice-list.tsx';
import { type Choice, choicesOf, isSameId } from './choices.ts';
import { type Picks, usePicks } from './picks.ts';
import popupStyles from './popup.module.css';
import { PopupFrame } from './popup-frame.tsx';
import { texts } from './texts.ts';
import styles from './tree-picker.module.css';
import { isLong, type PickerResults, usePickerResults } from './use-picker-results.ts';

export type TreePickerProps = FieldDisplay & {
  /** In the form, and under which this device remembers what was chosen and pinned. */
  name: string;
  options: readonly TreeOption[];
  value: TreeOption['id'] | null;
  onChange: (id: TreeOption['id'] | null) => void;
  onBlur?: () => void;
  /** The input, e.g. for a form that brings the reader to a refused field. */
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  /** A group can be chosen like what is in it. */
  groupsSelectable?: boolean;
  /** The options are on their way. */
  busy?: boolean;
  /** Why there are no options, or no fresh ones. */
  failure?: Failure | null | undefined;
  onRetry?: () => void;
};

/**
 * Chooses one of a tree by typing part of its name. Large: for moderators' and administrators' screens only; a
 * promoter's screens take `SelectField` or a sheet.
 */
export function TreePicker(props: TreePickerProps) {
  const { failure, onRetry, busy = false } = props;
  return (
    <div className={styles.picker}>
      <Field {...props}>{control => <Picker {...props} control={control} />}</Field>
      <ProblemLine {...failure} busy={busy} onRetry={onRetry}>
        {failure?.why}
      </ProblemLine>
    </div>
  );
}

function Picker(props: TreePickerProps & { control: ControlWiring }) {
  const { options, value, onChange, groupsSelectable = false, required = false, disabled = false } = props;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const choices = useMemo(() => choicesOf(options, groupsSelectable), [options, groupsSelectable]);
  const chosen = useMemo(
    () => (value === null ? null : (choices.find(({ option }) => isSameId(option.id, value)) ?? null)),
    [choices, value],
  );
  const picks = usePicks(props.name);
  const results = usePickerResults(choices, chosen, picks);
  const handleValue = (choice: Choice | null, details: Combobox.Root.ChangeEventDetails) => {
    // Escape closes what is around the field; it does not empty the field.
    if (details.reason === 'escape-key') return refuse(details);
    if (choice) picks.remember(choice.option.id);
    onChange(choice ? choice.option.id : null);
  };
  const handleText = (text: string, details: Combobox.Root.ChangeEventDetails) => {
    if (details.reason === 'escape-key') return refuse(details);
    results.search(details.reason === 'input-change' ? text : '');
  };
  return (
    <Combobox.Root<Choice>
      items={results.items}
      filter={null}
      autoHighlight
      name={props.name}
      required={required}
      disabled={disabled}
      value={chosen}
      onValueChange={handleValue}
      onInputValueChange={handleText}
      onItemHighlighted={(_choice, { index }) => results.reach(index)}
      itemToStringLabel={({ option }) => option.name}
      itemToStringValue={({ option }) => String(option.id)}
      isItemEqualToValue={(one, other) => isSameId(one.option.id, other.option.id)}
    >
      <Combobox.InputGroup ref={setBox} role="presentation" className={styles.box}>
        <Combobox.Input
          {...props.control}
          ref={props.ref}
          // While the list is open, the label is hidden from readers like everything else outside of it.
          aria-label={props.label}
          className={fieldStyles.control}
          placeholder={props.placeholder ?? shared.choose}
          aria-busy={props.busy || undefined}
          onBlur={props.onBlur}
          // What is typed replaces the name that stands there.
          onClick={event => results.query === '' && event.currentTarget.select()}
        />
        <Ends {...props} chosen={chosen} picks={picks} isPinnable={isLong(choices)} />
      </Combobox.InputGroup>
      <PickerPopup {...props} box={box} results={results} isEmpty={choices.length === 0} />
    </Combobox.Root>
  );
}

function refuse(details: Combobox.Root.ChangeEventDetails): void {
  details.cancel();
  details.allowPropagation();
}

type PickerPopupProps = Pick<TreePickerProps, 'label' | 'busy' | 'failure'> & {
  /** The field's box, below or above which the list opens. */
  box: HTMLElement | null;
  results: PickerResults;
  /** There is nothing to choose from, whatever is typed. */
  isEmpty: boolean;
};

/** The list that opens at the field. */
function PickerPopup({ label, busy = false, failure, box, results, isEmpty }: PickerPopupProps) {
  return (
    <PopupFrame box={box}>
      <ChoiceList label={label} results={results} />
      <Combobox.Empty className={popupStyles.empty}>
        {isEmpty ? whyEmpty(busy, failure) : texts.nothingFound}
      </Combobox.Empty>
      <Combobox.Status className={results.hidden > 0 ? popupStyles.more : 'visually-hidden'}>
        {results.hidden > 0 ? texts.more(results.hidden) : results.query !== '' && texts.found(results.found)}
      </Combobox.Status>
    </PopupFrame>
  );
}

function whyEmpty(busy: boolean, failure: TreePickerProps['failure']): string {
  if (busy) return shared.loading;
  return failure ? texts.notLoaded : texts.nothingToChoose;
}

type EndsProps = Pick<TreePickerProps, 'label' | 'busy' | 'disabled'> & {
  chosen: Choice | null;
  picks: Picks;
  isPinnable: boolean;
};

/** At the end of the field: what can be done with the choice, or that there is a list. */
function Ends({ label, busy = false, disabled = false, chosen, picks, isPinnable }: EndsProps) {
  if (busy) return <Glyph icon={<Spinner />} />;
  if (!chosen || disabled) return <Glyph icon={<ChevronDown size={20} />} />;
  const { id, name } = chosen.option;
  return (
    <div className={styles.ends}>
      {isPinnable && (
        <IconButton
          label={texts.pin(name)}
          icon={<Pin size={20} />}
          className={styles.pin}
          aria-pressed={picks.pinned.some(pinned => isSameId(pinned, id))}
          onClick={() => picks.togglePin(id)}
        />
      )}
      <Combobox.Clear render={<IconButton label={texts.clear(label)} icon={<X size={20} />} />} />
    </div>
  );
}

function Glyph({ icon }: { icon: React.ReactNode }) {
  return <span className={styles.glyph}>{icon}</span>;
}
