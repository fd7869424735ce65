import type { Client } from '#contract/credentials.ts';
import type { WallClock } from '#kit/date.ts';
import { HiddenSecret } from '#ui/secret/secret-dialog.tsx';
import type { Column } from '#ui/table/column.ts';
import { lastUseColumn } from '../shared/last-use.tsx';
import { splitRedirects } from './client-form.ts';
import styles from './clients.module.css';
import { texts } from './texts.ts';

const BEFORE_SECRET: readonly Column<Client>[] = [
  { id: 'name', title: texts.name, value: ({ name }) => name },
  { id: 'client', title: texts.id, value: ({ id }) => id },
  { id: 'redirect', title: texts.redirect, value: ({ redirect }) => redirect, cell: renderRedirects },
];

/** A secret is never sorted, searched or saved. */
const SECRET: Column<Client> = {
  id: 'secret',
  title: texts.secret,
  value: () => '',
  cell: renderSecret,
  hideable: false,
};

/** The name stands first, because it names the row and its card. When each was last used is told where it is known. */
export function columnsOf(hasUse: boolean, now: WallClock): readonly Column<Client>[] {
  return [...BEFORE_SECRET, ...(hasUse ? [lastUseColumn<Client>(texts.used, now)] : []), SECRET];
}

function renderRedirects({ redirect }: Client) {
  return splitRedirects(redirect).map(address => (
    <span key={address} translate="no" className={styles.line}>
      {address}
    </span>
  ));
}

function renderSecret({ name, secret = '' }: Client) {
  return <HiddenSecret label={texts.secretOf(name)} value={secret} />;
}
