import { useRef } from 'react';
import { IconButton } from '../button.tsx';
import { Search, X } from '../icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './search-field.module.css';

type SearchFieldProps = {
  label: string;
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
  const { label, value, onChange, onFocus, placeholder, autoFocus = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
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
        value={value}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        onFocus={onFocus}
        onChange={event => onChange(event.target.value)}
      />
      {value !== '' && <IconButton label={texts.clear} icon={<X size={20} />} onClick={clear} />}
    </search>
  );
}
