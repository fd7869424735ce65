import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import fieldStyles from '../form/field.module.css';
import { type ControlWiring, Field, type FieldDisplay } from '../form/field.tsx';
import { Search, X } from '../icons-of-screens.ts';
import popupStyles from './popup.module.css';
import { PopupFrame } from './popup-frame.tsx';
import styles from './search-picker.module.css';
import { texts } from './texts.ts';

type SearchPickerProps<Option extends { id: number }> = Omit<FieldDisplay, 'error'> & {
  /** The field, to be given the focus: the list opens with it. */
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** What was found for the text as it stands, never for an older one. */
  options: readonly Option[];
  children: (option: Option) => ReactNode;
  onPick: (option: Option) => void;
  /** Said in place of the options. */
  instead: ReactNode;
  /** Said below them; hidden ones are for readers alone. */
  remark: { words: string; hidden: boolean };
  /** There is something to show as soon as somebody looks. */
  hasNews: boolean;
  /** Enter, with nothing found yet: nobody wants to wait any longer. */
  onSearchNow: () => void;
  /** Why nothing can be found now. It can come in mid-typing: what is typed is kept, and looked for later. */
  blocked: string | undefined;
};

/**
 * Finds by what is typed, elsewhere, and picks any number of what was found: the list stays open, and the text is
 * selected for the next one.
 */
export function SearchPicker<Option extends { id: number }>(props: SearchPickerProps<Option>) {
  const { label, hint, labelHidden = false, blocked } = props;
  return (
    <div className={styles.picker}>
      <Field label={label} hint={blocked ?? hint} labelHidden={labelHidden}>
        {control => <Searcher {...props} control={control} />}
      </Field>
    </div>
  );
}

/** A second press on the same option, sooner than anybody reads, is one press that bounced. */
const BOUNCE_MS = 600;

function Searcher<Option extends { id: number }>(
  props: SearchPickerProps<Option> & { control: ControlWiring },
) {
  const { field, text, onText, options, onPick, blocked } = props;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [isWanted, setWanted] = useState(false);
  const isBounce = useBounce();
  const isOpen = isWanted && props.hasNews && blocked === undefined;
  const handleOpen = (open: boolean, details: Autocomplete.Root.ChangeEventDetails) => {
    // Neither a choice nor Enter with nothing to choose closes anything.
    if (!open && (details.reason === 'item-press' || details.reason === 'none')) details.cancel();
    else setWanted(open);
  };
  const handleText = (next: string, details: Autocomplete.Root.ChangeEventDetails) => {
    if (details.reason === 'input-change') onText(next);
    else details.cancel();
  };
  const handlePick = (option: Option, { timeStamp }: Pick<Event, 'timeStamp'>) => {
    if (blocked !== undefined || isBounce(option.id, timeStamp)) return;
    onPick(option);
    field.current?.focus();
    field.current?.select();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isOpen) onText('');
    if (event.key !== 'Enter') return;
    // The form around is not sent by a search.
    event.preventDefault();
    setWanted(true);
    if (options.length === 0) props.onSearchNow();
  };
  return (
    <Autocomplete.Root<Option>
      items={options}
      filter={null}
      autoHighlight="always"
      openOnInputClick
      value={text}
      onValueChange={handleText}
      open={isOpen}
      onOpenChange={handleOpen}
      itemToStringValue={({ id }) => String(id)}
    >
      <Autocomplete.InputGroup
        ref={setBox}
        role="presentation"
        className={styles.box}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setWanted(false);
        }}
      >
        <Search size={20} />
        <Autocomplete.Input
          {...props.control}
          ref={field}
          className={fieldStyles.control}
          enterKeyHint="search"
          onFocus={() => setWanted(true)}
          onKeyDown={handleKey}
        />
        {text !== '' && (
          <IconButton
            label={texts.clear(props.label)}
            icon={<X size={20} />}
            className={styles.clear}
            onClick={() => {
              onText('');
              field.current?.focus();
            }}
          />
        )}
      </Autocomplete.InputGroup>
      {isOpen && (
        <PopupFrame box={box} light>
          <Found {...props} onPress={handlePick} />
        </PopupFrame>
      )}
    </Autocomplete.Root>
  );
}

type FoundProps<Option extends { id: number }> = SearchPickerProps<Option> & {
  onPress: (option: Option, event: Pick<Event, 'timeStamp'>) => void;
};

function Found<Option extends { id: number }>(props: FoundProps<Option>) {
  const { label, options, children, instead, remark, onPress } = props;
  return (
    <>
      <Autocomplete.List className={popupStyles.list} aria-label={label}>
        {options.map(option => (
          <Autocomplete.Item
            key={option.id}
            value={option}
            className={popupStyles.item}
            onClick={event => onPress(option, event)}
          >
            <span className={popupStyles.words}>{children(option)}</span>
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
      <Autocomplete.Empty className={popupStyles.empty}>{instead}</Autocomplete.Empty>
      <Autocomplete.Status className={remark.hidden ? 'visually-hidden' : popupStyles.more}>
        {remark.words}
      </Autocomplete.Status>
    </>
  );
}

/** Whether a press repeats the one before on the same thing, by a key held down or a finger that trembles. */
function useBounce(): (id: number, at: number) => boolean {
  const last = useRef<{ id: number; at: number } | null>(null);
  return (id, at) => {
    const before = last.current;
    last.current = { id, at };
    return before?.id === id && at - before.at < BOUNCE_MS;
  };
}
