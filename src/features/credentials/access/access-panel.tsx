import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { revokeAuthorizedToken, revokePersonalToken, Token } from '#contract/credentials.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { useAction } from '#state/remote/use-action.ts';
import { RemoveDialog } from '../shared/remove-dialog.tsx';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { useFocusAfterRender } from '../shared/use-focus-after-render.ts';
import { AccessTable } from './access-table.tsx';
import { columnsOf } from './columns.tsx';
import { shortName } from './short-name.ts';
import { texts as words } from './texts.ts';
import { useScopeTitles } from './use-scope-titles.ts';

/** What a panel calls its rows, and what it says of one that ends. */
export type AccessTexts = {
  title: string;
  caption: string;
  createdColumn: string;
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

export type AccessPanelProps = {
  name: string;
  list: CredentialList<Token[]>;
  revoke: typeof revokeAuthorizedToken | typeof revokePersonalToken;
  nameOf: (token: Token) => string;
  texts: AccessTexts;
  /** Where the focus goes on when a row has gone; the list itself unless said. */
  focusAfterRevoke?: RefObject<HTMLElement | null>;
  /** Above the rows, once they are known. */
  children?: ReactNode;
};

/** Who may call for the user, and the way to end it. `nameOf` and `texts` are the same at every render. */
export function AccessPanel({
  name,
  list,
  nameOf,
  texts,
  focusAfterRevoke,
  children,
  ...props
}: AccessPanelProps) {
  const scopeTitleOf = useScopeTitles();
  const now = useNow();
  const [tokenToRevoke, setTokenToRevoke] = useState<Token | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRender(focusAfterRevoke ?? listRef);
  const revoke = useAction(props.revoke);
  const { title, createdColumn } = texts;
  const columns = useMemo(
    () => columnsOf({ title, createdColumn, nameOf, scopeTitleOf, now }),
    [title, createdColumn, nameOf, scopeTitleOf, now],
  );
  const tokenName = tokenToRevoke ? shortName(nameOf(tokenToRevoke)) : '';
  return (
    <>
      <AccessTable
        name={name}
        texts={texts}
        columns={columns}
        nameOf={nameOf}
        remote={list.remote}
        listRef={listRef}
        onRevoke={setTokenToRevoke}
      >
        {children}
      </AccessTable>
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

/** What the firm's clock shows when this is drawn, to the minute: it is the same while nothing else would change. */
function useNow(): WallClock {
  const { now, config } = useDevice();
  return `${toWallClock(now(), config.zone).slice(0, 16)}:00`;
}
