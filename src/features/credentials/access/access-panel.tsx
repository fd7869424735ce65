import { type RefObject, useCallback, useRef, useState } from 'react';
import type { revokeAuthorizedToken, revokePersonalToken, Token } from '#contract/credentials.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Sort } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { CredentialListView } from '../shared/credential-list-view.tsx';
import { tellsUse } from '../shared/last-use.tsx';
import { RemoveDialog } from '../shared/remove-dialog.tsx';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { useFocusAfterRender } from '../shared/use-focus-after-render.ts';
import styles from './access.module.css';
import { shortName } from './short-name.ts';
import { texts as words } from './texts.ts';
import { useAccessColumns } from './use-access-columns.tsx';

/** What a panel calls its rows, and what it says of one that ends. */
type AccessTexts = {
  title: string;
  caption: string;
  createdColumn: string;
  usedColumn: string;
  search: string;
  empty: string;
  question: (name: string) => string;
  why: string;
  /** What must be typed before one ends. */
  confirmWord?: string;
  toastTitle: (name: string) => string;
  done: string;
  alreadyDone: string;
};

type AccessPanelProps = {
  name: string;
  list: CredentialList<Token[]>;
  revoke: typeof revokeAuthorizedToken | typeof revokePersonalToken;
  nameOf: (token: Token) => string;
  texts: AccessTexts;
  /** Where the focus goes on when a row has gone; the list itself unless said. */
  focusAfterRevoke?: RefObject<HTMLElement | null>;
  /** Above the rows, once they are known. */
  children?: Elements;
};

const NEWEST_FIRST: Sort = { id: 'created', desc: true };

/** More than these are searched instead of read. */
const SEARCH_FROM = 9;

const keyOf = ({ id }: Token) => id;

/** Who may call for the user, newest first, and the way to end it. `nameOf` and `texts` are the same at every render. */
export function AccessPanel(props: AccessPanelProps) {
  const { name, list, nameOf, texts } = props;
  const blockedReason = useBlockedReason();
  const isBlocked = blockedReason !== null;
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [tokenToRevoke, setTokenToRevoke] = useState<Token | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRender(props.focusAfterRevoke ?? listRef);
  const revoke = useAction(props.revoke);
  const columns = useAccessColumns(texts, nameOf, tellsUse(list.remote.value));
  const rowActions = useCallback(
    (token: Token) => (
      <Button
        kind="quiet"
        aria-label={words.revokeNamed(nameOf(token))}
        disabled={isBlocked}
        onClick={() => setTokenToRevoke(token)}
      >
        {words.revoke}
      </Button>
    ),
    [nameOf, isBlocked],
  );
  const tokenName = tokenToRevoke ? shortName(nameOf(tokenToRevoke)) : '';
  return (
    <>
      <CredentialListView remote={list.remote}>
        {rows => (
          <div ref={listRef} tabIndex={-1} className={styles.list}>
            {props.children}
            {rows.length > 0 && (
              <ProblemLine polite unanswered={blockedReason === 'offline'}>
                {blockedBecause(blockedReason)}
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
      {tokenToRevoke && (
        <RemoveDialog
          item={tokenToRevoke}
          list={list}
          remove={() => revoke({ token: tokenToRevoke.id })}
          question={texts.question(tokenName)}
          confirmLabel={words.revoke}
          {...(texts.confirmWord !== undefined && { confirmWord: texts.confirmWord })}
          toast={{ title: texts.toastTitle(tokenName), done: texts.done, alreadyDone: texts.alreadyDone }}
          onGone={focusAfterRemoval}
          onClose={() => setTokenToRevoke(null)}
        >
          {texts.why}
        </RemoveDialog>
      )}
    </>
  );
}
