import { useRef, useState } from 'react';
import { listPersonalTokens, revokePersonalToken, type Token } from '#contract/credentials.ts';
import { Button } from '#ui/button.tsx';
import { KeyRound } from '#ui/icons.ts';
import { AccessPanel } from '../access/access-panel.tsx';
import { texts as access } from '../access/texts.ts';
import { useOwnList } from '../shared/use-own-list.ts';
import { CreateToken } from './create-token.tsx';
import { texts } from './texts.ts';
import { type MadeToken, TokenOnce } from './token-once.tsx';

const nameOf = ({ name }: Token) => name || access.nameless;

/** The user's personal tokens: made here, shown once, and revoked. */
export function PersonalTokens() {
  const list = useOwnList(listPersonalTokens);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <AccessPanel
        name="personal-tokens"
        revoke={revokePersonalToken}
        goesOnAt={createButton}
        list={list}
        nameOf={nameOf}
        texts={texts}
      >
        <div>
          <Button ref={createButton} icon={<KeyRound size={20} />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        </div>
      </AccessPanel>
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
    </>
  );
}
