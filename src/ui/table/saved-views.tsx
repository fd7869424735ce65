import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { Button, IconButton } from '../button.tsx';
import { TextField } from '../form/text-field.tsx';
import { Trash2 } from '../icons-of-screens.ts';
import { useRemembered } from '../remembered.ts';
import { parseView, type TableView } from './table-view.ts';
import { texts } from './texts.ts';
import styles from './toolbar.module.css';

/** What a user wants to see again: of the address what the table's owner allows, and how the table looks. */
type SavedView = { name: string; address: string; view: TableView };

const VIEWS_MAX = 12;
const NAME_MAX = 40;
const ADDRESS_MAX = 500;

const NONE: readonly SavedView[] = [];

/** Whose views they are, by id, and what of the address belongs to one: nobody's words and names. */
export type ViewsToSave = { owner: number; params: readonly string[] };

type SavedViewsProps = ViewsToSave & {
  /** Of the table. */
  table: string;
  view: TableView;
  onView: (view: TableView) => void;
};

/** Views by name, of this user on this device: chosen, one is gone to; the page of the list and what is typed are in none. */
export function SavedViews({ table, owner, view, onView, params }: SavedViewsProps) {
  const [views, setViews] = useRemembered(`table.${table}.views.${owner}`, parseViews, NONE);
  const [search, setSearch] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const root = useRef<HTMLFieldSetElement>(null);
  // While a name is asked for, its field stands in the button's place.
  const focusSave = () => root.current?.querySelector<HTMLElement>('[data-save], input')?.focus();
  const open = (saved: SavedView) => {
    const next = new URLSearchParams(search);
    for (const name of [...params, 'page']) next.delete(name);
    for (const [name, value] of new URLSearchParams(saved.address)) {
      if (params.includes(name)) next.set(name, value);
    }
    onView(saved.view);
    // A look at the same rows is no step to go back from, and leaves nothing that is being done there.
    setSearch(next, { replace: true });
  };
  const save = (name: string) => {
    const kept = new URLSearchParams([...search].filter(([each]) => params.includes(each)));
    const saved = { name, address: String(kept), view };
    flushSync(() => {
      setViews(before => [...before.filter(each => each.name !== name), saved]);
      setNaming(false);
    });
    focusSave();
  };
  return (
    <fieldset ref={root} className={styles.views}>
      <legend className={styles.legend}>{texts.savedViews}</legend>
      {views.map(saved => (
        <div key={saved.name} className={styles.saved}>
          <Button kind="quiet" aria-label={texts.openView(saved.name)} onClick={() => open(saved)}>
            {saved.name}
          </Button>
          <IconButton
            label={texts.removeView(saved.name)}
            icon={<Trash2 size={16} />}
            onClick={() => {
              setViews(before => before.filter(({ name }) => name !== saved.name));
              focusSave();
            }}
          />
        </div>
      ))}
      {isNaming ? (
        <NameField isFull={views.length >= VIEWS_MAX} known={views.map(({ name }) => name)} onSave={save} />
      ) : (
        <Button data-save onClick={() => setNaming(true)}>
          {texts.saveView}
        </Button>
      )}
    </fieldset>
  );
}

type NameFieldProps = { isFull: boolean; known: readonly string[]; onSave: (name: string) => void };

/** A known name replaces the view that has it. */
function NameField({ isFull, known, onSave }: NameFieldProps) {
  const [name, setName] = useState('');
  const id = useId();
  const trimmed = name.trim();
  const isRefused = isFull && !known.includes(trimmed);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !isRefused) onSave(trimmed);
  };
  return (
    <form className={styles.naming} onSubmit={handleSubmit}>
      <TextField
        id={id}
        // The press that made it has asked for it.
        autoFocus
        label={texts.viewName}
        maxLength={NAME_MAX}
        value={name}
        error={isRefused && trimmed !== '' ? texts.tooManyViews(VIEWS_MAX) : undefined}
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" disabled={trimmed === ''}>
        {texts.save}
      </Button>
    </form>
  );
}

/** What was kept, without whatever is no view. */
function parseViews(kept: unknown): readonly SavedView[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  return kept.flatMap(toSavedView).slice(0, VIEWS_MAX);
}

function toSavedView(kept: unknown): SavedView[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { name, address, view: look }: Record<string, unknown> = { ...kept };
  const view = parseView(look);
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX) return [];
  if (typeof address !== 'string' || address.length > ADDRESS_MAX || !view) return [];
  return [{ name, address, view }];
}
