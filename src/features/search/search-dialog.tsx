import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Search } from '#ui/icons-of-screens.ts';
import { Dialog } from '#ui/modal.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import type { Can } from '#ui/screen-links.tsx';
import type { Found, FoundGroup } from './found.ts';
import styles from './search.module.css';
import { texts } from './texts.ts';
import { useSearch } from './use-search.ts';

/** `typed`: before it was there. */
export type SearchDialogProps = { can: Can; typed?: string; onClose: () => void };

/** One field for everything that staff can go to. The list under it stays open; the arrows walk it, Enter goes there. */
export function SearchDialog({ can, typed = '', onClose }: SearchDialogProps) {
  const [text, setText] = useState(typed);
  const { groups, busy, failure } = useSearch(can, text);
  const items = groups.flatMap(group => group.items);
  // By its address: what is found later moves nothing away from under the reader.
  const [reached, setReached] = useState<string | null>(null);
  const active = items.find(({ to }) => to === reached) ?? items[0];
  const navigate = useNavigate();
  const listId = useId();
  const idOf = (item: Found | undefined) => (item ? `${listId}-${items.indexOf(item)}` : undefined);
  const go = ({ to }: Found) => {
    onClose();
    navigate(to);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || items.length === 0) return;
    if (event.key === 'Enter' && active) go(active);
    else if (step === undefined) return;
    else setReached(nextOf(items, active, step));
    event.preventDefault();
  };
  return (
    <Dialog
      open
      title={texts.title}
      onClose={onClose}
      top={
        <div className={styles.field}>
          <Search size={20} />
          <input
            type="text"
            role="combobox"
            aria-label={texts.title}
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={idOf(active)}
            placeholder={texts.placeholder}
            value={text}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            data-autofocus
            onKeyDown={handleKey}
            onChange={event => {
              setText(event.target.value);
              setReached(null);
            }}
          />
        </div>
      }
    >
      <div className={styles.found}>
        <ProblemLine polite {...failure}>
          {failure?.why}
        </ProblemLine>
        <Results id={listId} groups={groups} active={active} idOf={idOf} onGo={go} />
        <p role="status" className={items.length > 0 && !busy ? 'visually-hidden' : styles.note}>
          {statusOf(groups, busy)}
        </p>
      </div>
    </Dialog>
  );
}

function statusOf(groups: readonly FoundGroup[], busy: boolean): string {
  if (busy) return texts.searching;
  const shown = groups.flatMap(({ items }) => items).length;
  if (groups.some(({ isCut }) => isCut)) return texts.foundMore(shown);
  return shown === 0 ? texts.nothing : texts.found(shown);
}

/** The one after or before; past the end the list begins again. */
function nextOf(items: readonly Found[], active: Found | undefined, step: number): string | null {
  const at = active ? items.indexOf(active) : -1;
  return items[(at + step + items.length) % items.length]?.to ?? null;
}

type ResultsProps = {
  id: string;
  groups: readonly FoundGroup[];
  active: Found | undefined;
  idOf: (item: Found) => string | undefined;
  onGo: (item: Found) => void;
};

function Results({ id, groups, active, idOf, onGo }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeTo = active?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls each time another option is reached
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeTo]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={texts.results}>
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={title} role="group" aria-label={title}>
          <div aria-hidden="true" className={styles.group}>
            {title}
          </div>
          {items.map(item => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option that is reached
            <div
              key={item.to}
              id={idOf(item)}
              role="option"
              aria-selected={item === active}
              className={styles.item}
              // The focus stays in the field.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onGo(item)}
            >
              <span>{item.label}</span>
              {item.detail && <span className={styles.detail}>{item.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
