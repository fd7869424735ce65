import { useRef } from 'react';
import { IconButton } from '../button.tsx';
import { Search, X } from '../icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './search-field.module.css';
import { useTyped } from './use-typed.ts';

type SearchFieldProps = {
  label: string;
  /** May follow what is typed later, as an address does: until then the field shows what was typed. */
  value: string;
  onChange: (text: string) => void;
  /** The user is about to type. */
  onFocus?: () => void;
  placeholder?: string;
  /** In a sheet that was opened to search: takes the focus. */
  autoFocus?: boolean;
};

/** Search as one types. Escape or the cross clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, onFocus, placeholder, autoFocus = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, type] = useTyped(props);
  const clear = () => {
    type('');
    input.current?.focus();
  };
  return (
    <search className={styles.search}>
      <Search size={20} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        onFocus={onFocus}
        // Also where no rows take the focus.
        onKeyDown={event => {
          if (event.key === 'Escape' && text === '') event.currentTarget.blur();
        }}
        onChange={event => type(event.target.value)}
      />
      {text !== '' && <IconButton label={texts.clear} icon={<X size={20} />} onClick={clear} />}
    </search>
  );
}
