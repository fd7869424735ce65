import type { Client } from '#contract/credentials.ts';
import type { Column } from '#ui/table/column.ts';
import { SecretText } from '../shared/secret-text.tsx';
import { texts } from './texts.ts';

/** A client as a row. `isTold`: its secret stands above the list. */
export type ClientRow = Client & { isTold: boolean };

/** The name stands first, because it names the row and its card. A secret is never sorted, searched or saved. */
export const columns: readonly Column<ClientRow>[] = [
  { id: 'name', title: texts.name, value: ({ name }) => name },
  { id: 'client', title: texts.id, value: ({ id }) => id, kind: 'code' },
  { id: 'redirect', title: texts.redirect, value: ({ redirect }) => redirect },
  { id: 'secret', title: texts.secret, value: () => '', cell: secretOf, hideable: false },
];

function secretOf({ name, secret = '', isTold }: ClientRow) {
  if (isTold) return texts.secretAbove;
  return <SecretText label={texts.secretOf(name)} value={secret} />;
}
