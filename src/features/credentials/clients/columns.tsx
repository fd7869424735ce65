import type { Client } from '#contract/credentials.ts';
import type { WallClock } from '#kit/date.ts';
import type { Column } from '#ui/table/column.ts';
import { lastUseColumn } from '../shared/last-use.tsx';
import { SecretText } from '../shared/secret-text.tsx';
import { splitRedirects } from './client-form.ts';
import styles from './clients.module.css';
import { texts } from './texts.ts';

/** A client as a row. `isShown`: its secret stands above the list. */
export type ClientRow = Client & { isShown: boolean };

const BEFORE_SECRET: readonly Column<ClientRow>[] = [
  { id: 'name', title: texts.name, value: ({ name }) => name },
  { id: 'client', title: texts.id, value: ({ id }) => id },
  { id: 'redirect', title: texts.redirect, value: ({ redirect }) => redirect, cell: renderRedirects },
];

/** A secret is never sorted, searched or saved. */
const SECRET: Column<ClientRow> = {
  id: 'secret',
  title: texts.secret,
  value: () => '',
  cell: renderSecret,
  hideable: false,
};

/** The name stands first, because it names the row and its card. When each was last used is told where it is known. */
export function columnsOf(hasUse: boolean, now: WallClock): readonly Column<ClientRow>[] {
  return [...BEFORE_SECRET, ...(hasUse ? [lastUseColumn<ClientRow>(texts.used, now)] : []), SECRET];
}

function renderRedirects({ redirect }: ClientRow) {
  return splitRedirects(redirect).map(address => (
    <span key={address} translate="no" className={styles.line}>
      {address}
    </span>
  ));
}

function renderSecret({ name, secret = '', isShown }: ClientRow) {
  if (isShown) return <span className={styles.above}>{texts.secretAbove}</span>;
  return <SecretText label={texts.secretOf(name)} value={secret} />;
}
