import { useMemo, useState } from 'react';
import { classNames } from '../class-names.ts';
import type { FieldDisplay } from '../form/field.tsx';
import { FieldGroup } from '../form/field-group.tsx';
import { SearchField } from '../form/search-field.tsx';
import { CheckboxField } from '../form/text-field.tsx';
import styles from './check-list.module.css';
import { choicesOf } from './choices.ts';
import { findChoices } from './match.ts';
import { texts } from './texts.ts';

export type CheckOption = { id: string; name: string };

export type CheckListProps = FieldDisplay & {
  options: readonly CheckOption[];
  value: readonly string[];
  /** In the order of the options, whatever the order of the presses. */
  onChange: (ids: string[]) => void;
};

/** More than these are searched instead of read. */
const SEARCH_FROM = 9;

/** So many lines are drawn; the others are found by typing. */
const MOST = 50;

/** Several of a list, each with a box to tick. A long list has a search; what is ticked is never hidden by it. */
export function CheckList({ options, value, onChange, ...looks }: CheckListProps) {
  const [query, setQuery] = useState('');
  const ticked = new Set(value);
  const isLong = options.length >= SEARCH_FROM;
  const meant = useMemo(() => idsMeant(options, query), [options, query]);
  const offered = options.filter(({ id }) => ticked.has(id) || meant.has(id));
  const shown = offered.filter(({ id }, at) => ticked.has(id) || at < MOST);
  const tick = (id: string, isTicked: boolean) =>
    onChange(options.map(each => each.id).filter(each => (each === id ? isTicked : ticked.has(each))));
  return (
    <FieldGroup {...looks}>
      {isLong && <SearchField label={texts.searchIn(looks.label)} value={query} onChange={setQuery} />}
      <ul className={classNames(styles.list, isLong && styles.long)}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <CheckboxField
              label={name}
              checked={ticked.has(id)}
              onChange={event => tick(id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className={styles.status}>
        {statusWords(query, meant.size, offered.length - shown.length)}
      </p>
    </FieldGroup>
  );
}

function idsMeant(options: readonly CheckOption[], query: string): ReadonlySet<string> {
  if (query.trim() === '') return new Set(options.map(({ id }) => id));
  return new Set(findChoices(choicesOf(options), query).map(({ choice }) => String(choice.option.id)));
}

function statusWords(query: string, found: number, hidden: number): string {
  if (query !== '' && found === 0) return texts.nothingFound;
  return hidden > 0 ? texts.more(hidden) : '';
}
