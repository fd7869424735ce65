import { useMemo, useRef, useState } from 'react';
import { listPersonalTokens, revokePersonalToken, type Token } from '#contract/credentials.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { KeyRound } from '#ui/icons.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { AccessTable } from '../access/access-table.tsx';
import { columnsOf } from '../access/columns.tsx';
import { shortName } from '../access/short-name.ts';
import { texts as access } from '../access/texts.ts';
import { useNow } from '../access/use-now.ts';
import { useScopeTitles } from '../access/use-scope-titles.ts';
import { EndDialog } from '../shared/end-dialog.tsx';
import { useFocusAfter } from '../shared/use-focus-after.ts';
import { type OwnList, useOwnList } from '../shared/use-own-list.ts';
import { CreateToken } from './create-token.tsx';
import { texts } from './texts.ts';
import { type MadeToken, TokenOnce } from './token-once.tsx';
import styles from './tokens.module.css';

const { title, began } = texts;

const nameOf = ({ name }: Token) => name || access.nameless;

/** The user's personal tokens: made here, shown once, and revoked. */
export function PersonalTokens() {
  const list = useOwnList(listPersonalTokens);
  const titleOf = useScopeTitles();
  const now = useNow();
  const blocked = blockedBecause(useObstacle());
  const [asked, setAsked] = useState<Token | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const markGone = useFocusAfter(createButton);
  const columns = useMemo(() => columnsOf({ title, began, nameOf, titleOf, now }), [titleOf, now]);
  return (
    <>
      <AccessTable
        {...{ texts, columns, nameOf }}
        name="personal-tokens"
        remote={list.remote}
        onRevoke={setAsked}
      >
        <div className={styles.top}>
          <Button
            ref={createButton}
            icon={<KeyRound size={20} />}
            disabled={blocked !== undefined}
            onClick={() => setCreating(true)}
          >
            {texts.create}
          </Button>
          {blocked && <p className={styles.hint}>{blocked}</p>}
        </div>
      </AccessTable>
      {isCreating && (
        <CreateToken
          list={list}
          onClose={() => setCreating(false)}
          onMade={token => {
            setCreating(false);
            setMade(token);
          }}
        />
      )}
      {made && <TokenOnce made={made} onCopied={() => setMade(null)} />}
      {asked && <RevokeToken token={asked} list={list} onGone={markGone} onClose={() => setAsked(null)} />}
    </>
  );
}

type RevokeTokenProps = { token: Token; list: OwnList<Token[]>; onGone: () => void; onClose: () => void };

function RevokeToken({ token, list, ...ends }: RevokeTokenProps) {
  const revoke = useAction(revokePersonalToken);
  const name = shortName(nameOf(token));
  return (
    <EndDialog
      {...{ list, ...ends }}
      item={token}
      end={() => revoke({ token: token.id })}
      question={texts.ask(name)}
      confirmLabel={access.revoke}
      typed={texts.word}
      told={{ title: texts.told(name), done: texts.done, already: texts.already }}
    >
      {texts.why}
    </EndDialog>
  );
}
