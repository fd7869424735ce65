import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { Nomenclature } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { formatMoney } from '#kit/money.ts';
import { IconButton } from '#ui/button.tsx';
import fieldStyles from '#ui/form/field.module.css';
import { type ControlWiring, Field } from '#ui/form/field.tsx';
import { Search, X } from '#ui/icons-of-screens.ts';
import { Emphasised } from '#ui/picker/emphasised.tsx';
import { spansIn } from '#ui/picker/match.ts';
import popupStyles from '#ui/picker/popup.module.css';
import { PopupFrame } from '#ui/picker/popup-frame.tsx';
import { texts as pickerTexts } from '#ui/picker/texts.ts';
import { Spinner } from '#ui/spinner.tsx';
import styles from './add-item.module.css';
import pickerStyles from './item-picker.module.css';
import { texts } from './texts.ts';
import { FOUND_MAX, type NomenclatureSearch } from './use-nomenclature-search.ts';

type ItemPickerProps = {
  /** The field, to be given the focus: the list opens with it. */
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  search: NomenclatureSearch;
  lines: readonly DraftLine[];
  onPick: (found: Nomenclature) => void;
  /** Why nothing can be found now. It can come in mid-typing: what is typed is kept, and looked for later. */
  blocked: string | undefined;
};

const NO_OPTIONS: readonly Nomenclature[] = [];

/**
 * Finds nomenclature by what is typed and picks any number of what was found: the list stays open, and the text is
 * selected for the next one.
 */
export function ItemPicker(props: ItemPickerProps) {
  return (
    <div className={pickerStyles.picker}>
      <Field label={texts.add} hint={props.blocked ?? texts.hint}>
        {control => <Picker {...props} control={control} />}
      </Field>
    </div>
  );
}

/** A second press on the same option, sooner than anybody reads, is one press that bounced. */
const BOUNCE_MS = 600;

function Picker(props: ItemPickerProps & { control: ControlWiring }) {
  const { field, text, onText, search, onPick, blocked } = props;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [isWanted, setWanted] = useState(false);
  const isBounce = useBounce();
  const { query, problem } = search;
  const hasNews = query !== '' && (problem === null || search.found !== null);
  const isOpen = isWanted && hasNews && blocked === undefined;
  const options = search.found ?? NO_OPTIONS;
  const handleOpen = (open: boolean, details: Autocomplete.Root.ChangeEventDetails) => {
    // Neither a choice nor Enter with nothing to choose closes anything.
    if (!open && (details.reason === 'item-press' || details.reason === 'none')) details.cancel();
    else setWanted(open);
  };
  const handleText = (next: string, details: Autocomplete.Root.ChangeEventDetails) => {
    if (details.reason === 'input-change') onText(next);
    else details.cancel();
  };
  const handlePick = (option: Nomenclature, { timeStamp }: Pick<Event, 'timeStamp'>) => {
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
    if (options.length === 0) search.searchNow();
  };
  return (
    <Autocomplete.Root<Nomenclature>
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
        className={pickerStyles.box}
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
            label={pickerTexts.clear(texts.add)}
            icon={<X size={20} />}
            className={pickerStyles.clear}
            onClick={() => {
              onText('');
              field.current?.focus();
            }}
          />
        )}
      </Autocomplete.InputGroup>
      {isOpen && (
        <PopupFrame box={box} light>
          <Results search={search} options={options} lines={props.lines} onPress={handlePick} />
        </PopupFrame>
      )}
    </Autocomplete.Root>
  );
}

type ResultsProps = Pick<ItemPickerProps, 'search' | 'lines'> & {
  options: readonly Nomenclature[];
  onPress: (option: Nomenclature, event: Pick<Event, 'timeStamp'>) => void;
};

function Results({ search, options, lines, onPress }: ResultsProps) {
  const { query, problem } = search;
  const isNoteShown = options.length > 0 && (problem !== null || options.length === FOUND_MAX);
  return (
    <>
      <Autocomplete.List className={popupStyles.list} aria-label={texts.add}>
        {options.map(option => (
          <Autocomplete.Item
            key={option.id}
            value={option}
            className={popupStyles.item}
            onClick={event => onPress(option, event)}
          >
            <span className={popupStyles.words}>
              <Emphasised text={option.title} spans={spansIn(option.title, query)} />
              <span> </span>
              <span className={styles.price}>{texts.priceOf(formatMoney(option.price), option.unit)}</span>
              <span> </span>
              <AlreadyIn lines={lines} id={option.id} />
            </span>
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
      <Autocomplete.Empty className={popupStyles.empty}>
        {search.found === null ? (
          <span className={styles.searching}>
            <Spinner />
            <span>{texts.searching}</span>
          </span>
        ) : (
          texts.nothing(query)
        )}
      </Autocomplete.Empty>
      <Autocomplete.Status className={isNoteShown ? popupStyles.more : 'visually-hidden'}>
        {resultNote(options.length, problem !== null)}
      </Autocomplete.Status>
    </>
  );
}

/** What was found before is offered still, and readers hear nothing of what stands outside of the open list. */
function resultNote(found: number, hasFailed: boolean): string {
  if (found === 0) return '';
  if (hasFailed) return texts.foundBefore;
  return found === FOUND_MAX ? texts.firstOnly(FOUND_MAX) : texts.found(found);
}

/** In which lines of a document something stands already, counted from 1. */
function AlreadyIn({ lines, id }: { lines: readonly DraftLine[]; id: number }) {
  const lineNumbers = lines.flatMap(({ nomenclatureId }, index) =>
    nomenclatureId === id ? [index + 1] : [],
  );
  return lineNumbers.length > 0 && <span className={styles.already}>{texts.already(lineNumbers)}</span>;
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
