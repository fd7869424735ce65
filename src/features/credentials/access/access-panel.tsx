import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { revokeAuthorizedToken, revokePersonalToken, Token } from '#contract/credentials.ts';
import { toWallClock, type WallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { useAction } from '#state/remote/use-action.ts';
import { EndDialog } from '../shared/end-dialog.tsx';
import { useFocusAfter } from '../shared/use-focus-after.ts';
import type { OwnList } from '../shared/use-own-list.ts';
import { AccessTable } from './access-table.tsx';
import { columnsOf } from './columns.tsx';
import { shortName } from './short-name.ts';
import { texts as words } from './texts.ts';
import { useScopeTitles } from './use-scope-titles.ts';

/** What a panel calls its rows, and what it says of one that ends. */
export type AccessTexts = {
  title: string;
  caption: string;
  began: string;
  search: string;
  empty: string;
  ask: (name: string) => string;
  why: string;
  /** What must be typed before one ends. */
  word?: string;
  toastTitle: (name: string) => string;
  done: string;
  already: string;
};

export type AccessPanelProps = {
  name: string;
  list: OwnList<Token[]>;
  revoke: typeof revokeAuthorizedToken | typeof revokePersonalToken;
  nameOf: (token: Token) => string;
  texts: AccessTexts;
  /** Where the focus goes on when a row has gone; the list itself unless said. */
  goesOnAt?: RefObject<HTMLElement | null>;
  /** Above the rows, once they are known. */
  children?: ReactNode;
};

/** Who may call for the user, and the way to end it. `nameOf` and `texts` are the same at every render. */
export function AccessPanel({ name, list, nameOf, texts, goesOnAt, children, ...props }: AccessPanelProps) {
  const titleOf = useScopeTitles();
  const now = useNow();
  const [asked, setAsked] = useState<Token | null>(null);
  const listed = useRef<HTMLDivElement>(null);
  const markGone = useFocusAfter(goesOnAt ?? listed);
  const revoke = useAction(props.revoke);
  const { title, began } = texts;
  const columns = useMemo(
    () => columnsOf({ title, began, nameOf, titleOf, now }),
    [title, began, nameOf, titleOf, now],
  );
  const askedName = asked ? shortName(nameOf(asked)) : '';
  return (
    <>
      <AccessTable
        name={name}
        texts={texts}
        columns={columns}
        nameOf={nameOf}
        remote={list.remote}
        listRef={listed}
        onRevoke={setAsked}
      >
        {children}
      </AccessTable>
      {asked && (
        <EndDialog
          item={asked}
          list={list}
          end={() => revoke({ token: asked.id })}
          question={texts.ask(askedName)}
          confirmLabel={words.revoke}
          {...(texts.word !== undefined && { typed: texts.word })}
          toast={{ title: texts.toastTitle(askedName), done: texts.done, already: texts.already }}
          onGone={markGone}
          onClose={() => setAsked(null)}
        >
          {texts.why}
        </EndDialog>
      )}
    </>
  );
}

/** What the firm's clock shows when this is drawn, to the minute: it is the same while nothing else would change. */
function useNow(): WallClock {
  const { now, config } = useDevice();
  return `${toWallClock(now(), config.zone).slice(0, 16)}:00`;
}
