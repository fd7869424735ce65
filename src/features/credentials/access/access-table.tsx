import { type ReactNode, type Ref, useCallback, useState } from 'react';
import type { Token } from '#contract/credentials.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-states.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Column, Sort } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CredentialListView } from '../shared/credential-list-view.tsx';
import styles from './access.module.css';
import { texts as words } from './texts.ts';

export type AccessTableProps = {
  name: string;
  remote: Remote<Token[]>;
  columns: readonly Column<Token>[];
  nameOf: (token: Token) => string;
  texts: { caption: string; search: string; empty: string };
  onRevoke: (token: Token) => void;
  /** The list with what stands above it, where the focus can go on when a row has gone. */
  listRef?: Ref<HTMLDivElement>;
  /** Above the rows, once they are known. */
  children?: ReactNode;
};

const NEWEST_FIRST: Sort = { id: 'created', desc: true };

/** More than these are searched instead of read. */
const SEARCH_FROM = 9;

const keyOf = ({ id }: Token) => id;

/** Who may call for the user, newest first, each with the way to end it. */
export function AccessTable(props: AccessTableProps) {
  const { name, remote, columns, nameOf, texts, onRevoke } = props;
  const [sort, setSort] = useState(NEWEST_FIRST);
  const obstacle = useObstacle();
  const isBlocked = obstacle !== null;
  const rowActions = useCallback(
    (token: Token) => (
      <Button
        kind="quiet"
        aria-label={words.revokeNamed(nameOf(token))}
        disabled={isBlocked}
        onClick={() => onRevoke(token)}
      >
        {words.revoke}
      </Button>
    ),
    [nameOf, isBlocked, onRevoke],
  );
  return (
    <CredentialListView remote={remote}>
      {rows => (
        <div ref={props.listRef} tabIndex={-1} className={styles.list}>
          {props.children}
          {rows.length > 0 && (
            <ProblemLine polite unanswered={obstacle === 'offline'}>
              {blockedBecause(obstacle)}
            </ProblemLine>
          )}
          {rows.length === 0 ? (
            <EmptyState>{texts.empty}</EmptyState>
          ) : (
            <DataTable
              // What was searched for goes with the field.
              key={rows.length < SEARCH_FROM ? 'few' : 'many'}
              name={name}
              rows={rows}
              columns={columns}
              sort={sort}
              rowActions={rowActions}
              caption={texts.caption}
              rowKey={keyOf}
              onSort={setSort}
              {...(rows.length >= SEARCH_FROM && { filter: { label: texts.search } })}
            />
          )}
        </div>
      )}
    </CredentialListView>
  );
}
