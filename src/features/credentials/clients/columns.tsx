import type { Client } from '#contract/credentials.ts';
import type { Column } from '#ui/table/column.ts';
import { SecretText } from '../shared/secret-text.tsx';
import { splitRedirects } from './client-form.ts';
import styles from './clients.module.css';
import { texts } from './texts.ts';

/** A client as a row. `isShown`: its secret stands above the list. */
export type ClientRow = Client & { isShown: boolean };

/** The name stands first, because it names the row and its card. A secret is never sorted, searched or saved. */
export const columns: readonly Column<ClientRow>[] = [
  { id: 'name', title: texts.name, value: ({ name }) => name },
  { id: 'client', title: texts.id, value: ({ id }) => id },
  { id: 'redirect', title: texts.redirect, value: ({ redirect }) => redirect, cell: renderRedirects },
  { id: 'secret', title: texts.secret, value: () => '', cell: renderSecret, hideable: false },
];

function renderRedirects({ redirect }: ClientRow) {
  return splitRedirects(redirect).map(address => (
    <span key={address} translate="no" className={styles.line}>
      {address}
    </span>
  ));
}

function renderSecret({ name, secret = '', isShown }: ClientRow) {
  if (isShown) return texts.secretAbove;
  return <SecretText label={texts.secretOf(name)} value={secret} />;
}
