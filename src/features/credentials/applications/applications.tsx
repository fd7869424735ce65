import { useMemo, useRef, useState } from 'react';
import { listAuthorizedTokens, revokeAuthorizedToken, type Token } from '#contract/credentials.ts';
import { useAction } from '#state/remote/use-action.ts';
import { AccessTable } from '../access/access-table.tsx';
import { columnsOf } from '../access/columns.tsx';
import { shortName } from '../access/short-name.ts';
import { texts as access } from '../access/texts.ts';
import { useNow } from '../access/use-now.ts';
import { useScopeTitles } from '../access/use-scope-titles.ts';
import { EndDialog } from '../shared/end-dialog.tsx';
import { useFocusAfter } from '../shared/use-focus-after.ts';
import { type OwnList, useOwnList } from '../shared/use-own-list.ts';
import { texts } from './texts.ts';

const { title, began } = texts;

const nameOf = ({ client }: Token) => client?.name || access.nameless;

/** The applications that may act for the user, and the way to end that. */
export function Applications() {
  const list = useOwnList(listAuthorizedTokens);
  const titleOf = useScopeTitles();
  const now = useNow();
  const [asked, setAsked] = useState<Token | null>(null);
  const listed = useRef<HTMLDivElement>(null);
  const markGone = useFocusAfter(listed);
  const columns = useMemo(() => columnsOf({ title, began, nameOf, titleOf, now }), [titleOf, now]);
  return (
    <>
      <AccessTable
        {...{ texts, columns, nameOf }}
        name="authorized-applications"
        remote={list.remote}
        listRef={listed}
        onRevoke={setAsked}
      />
      {asked && <RevokeAccess token={asked} list={list} onGone={markGone} onClose={() => setAsked(null)} />}
    </>
  );
}

type RevokeAccessProps = { token: Token; list: OwnList<Token[]>; onGone: () => void; onClose: () => void };

function RevokeAccess({ token, list, ...ends }: RevokeAccessProps) {
  const revoke = useAction(revokeAuthorizedToken);
  const name = shortName(nameOf(token));
  return (
    <EndDialog
      {...{ list, ...ends }}
      item={token}
      end={() => revoke({ token: token.id })}
      question={texts.ask(name)}
      confirmLabel={access.revoke}
      told={{ title: texts.told(name), done: texts.done, already: texts.already }}
    >
      {texts.why}
    </EndDialog>
  );
}
