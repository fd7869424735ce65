import { type KeyHint, readKeyHints, useSingleKeys } from '#ui/keys/keys.ts';
import { Dialog } from '#ui/modal.tsx';
import checkStyles from '#ui/table/check.module.css';
import { CTRL, findFilter } from './screen-keys.ts';
import styles from './top-bar-tools.module.css';

const texts = {
  title: 'Клавиши',
  search: 'поиск по всему',
  filter: 'к поиску на этой странице',
  help: 'эти подсказки',
  single: 'Клавиши без Ctrl',
  why: 'Буквы и знаки работают, пока курсор не в поле. Выключите их, если они срабатывают случайно.',
} as const;

/** Letters and signs that are pressed without Ctrl. */
const SINGLE = /^(\w( \w)*|[/?])$/;

type KeysDialogProps = { open: boolean; canSearch: boolean; onClose: () => void };

/** What the keys of this screen do, and the switch for those that are pressed without Ctrl. */
export function KeysDialog(props: KeysDialogProps) {
  return props.open ? <OpenKeysDialog {...props} /> : null;
}

function OpenKeysDialog({ open, canSearch, onClose }: KeysDialogProps) {
  const [isOn, setOn] = useSingleKeys();
  const hints = allHints(canSearch).filter(([key]) => isOn || !SINGLE.test(key));
  return (
    <Dialog open={open} title={texts.title} onClose={onClose}>
      <dl className={styles.keys}>
        {hints.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={checkStyles.check}>
        <input type="checkbox" checked={isOn} onChange={event => setOn(event.target.checked)} />
        <span>{texts.single}</span>
      </label>
      <p className={styles.why}>{texts.why}</p>
    </Dialog>
  );
}

function allHints(canSearch: boolean): KeyHint[] {
  return [
    ...(canSearch ? [[`${CTRL}K`, texts.search] as const] : []),
    ...(findFilter() ? [['/', texts.filter] as const] : []),
    ...readKeyHints(),
    ['?', texts.help],
  ];
}
