import { type ComponentType, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { WAREHOUSE_STAFF } from '#contract/guard.ts';
import type { CurrentUser } from '#contract/session.ts';
import { satisfies } from '#domain/permissions.ts';
import type { SearchDialogProps } from '#features/search/search-dialog.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { LogOut } from '#ui/icons.ts';
import { Keyboard, Search } from '#ui/icons-of-screens.ts';
import { notify } from '#ui/toast.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { CTRL, useScreenKeys } from './screen-keys.ts';
import { screensAbove } from './screens-above.ts';
import { texts as shellTexts } from './texts.ts';
import styles from './top-bar-tools.module.css';

/** The words of a desk's bar: here, so that a phone does not load them at the start. */
const texts = {
  path: 'Путь',
  find: 'Найти',
  keys: 'Клавиши',
  search: 'Поиск',
  searchNotLoaded: 'не загрузился: обновите страницу или проверьте связь',
} as const;

/** Where an inner screen stands: the screens above it, before its title. */
export function ScreenPath({ title }: { title: string }) {
  const { pathname } = useLocation();
  const above = screensAbove(pathname);
  if (above.length === 0) return null;
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <ol>
        {above.map(screen => (
          <li key={screen.to}>
            <Link to={screen.to}>{screen.title}</Link>
          </li>
        ))}
        {/* The heading beside it shows the same. */}
        <li aria-current="page" className="visually-hidden">
          {title}
        </li>
      </ol>
    </nav>
  );
}

/** The search and the keys of the screen, and the way out. */
export function TopBarTools({ user, onSignOut }: { user: CurrentUser; onSignOut: () => void }) {
  const [hasKeys, setKeys] = useState(false);
  const search = useSearch();
  const canSearch = satisfies(user.can, WAREHOUSE_STAFF);
  useScreenKeys(canSearch ? search.open : null, () => setKeys(true));
  const { Dialog } = search;
  return (
    <>
      {canSearch && (
        <Button
          className={styles.find}
          icon={<Search size={20} />}
          title={`${texts.find} (${CTRL}K)`}
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          onClick={search.open}
        >
          <span className={styles.word}>
            <span>{`${texts.find} `}</span>
            <kbd>{`${CTRL}K`}</kbd>
          </span>
        </Button>
      )}
      <IconButton
        label={texts.keys}
        icon={<Keyboard size={20} />}
        aria-haspopup="dialog"
        onClick={() => setKeys(true)}
      />
      <Button
        kind="quiet"
        className={styles.out}
        icon={<LogOut size={20} />}
        title={shellTexts.signOut}
        onClick={onSignOut}
      >
        <span className={styles.word}>{shellTexts.signOut}</span>
      </Button>
      {Dialog && <Dialog can={user.can} typed={search.typed} onClose={search.close} />}
      <KeysDialog open={hasKeys} canSearch={canSearch} onClose={() => setKeys(false)} />
    </>
  );
}

/**
 * The dialog is loaded when it is first asked for; without a network that is said, and may be tried again. What is typed meanwhile is for
 * its field: on the screen behind the dialog a letter can make a payment.
 */
export function useSearch() {
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps> | null>(null);
  const [typed, setTyped] = useState('');
  const open = async () => {
    const ahead = typeAhead();
    try {
      const { SearchDialog } = await import('#features/search/search-dialog.tsx');
      flushSync(() => {
        setTyped(ahead.text());
        setDialog(() => SearchDialog);
      });
    } catch {
      notify({ type: 'error', title: texts.search, message: texts.searchNotLoaded });
    } finally {
      ahead.end();
    }
  };
  return { Dialog, typed, open: () => void open(), close: () => setDialog(null) };
}

/** Takes the keys of the whole page until it is ended. */
function typeAhead(): { text: () => string; end: () => void } {
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKey, true);
  return { text: () => text, end: () => window.removeEventListener('keydown', onKey, true) };
}
