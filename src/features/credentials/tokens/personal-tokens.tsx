import { useRef, useState } from 'react';
import { listPersonalTokens, revokePersonalToken, type Token } from '#contract/credentials.ts';
import { formatDate } from '#kit/date.ts';
import { Button } from '#ui/button.tsx';
import { KeyRound } from '#ui/icons.ts';
import { SecretDialog } from '#ui/secret/secret-dialog.tsx';
import { AccessPanel } from '../access/access-panel.tsx';
import { shortName } from '../access/short-name.ts';
import { texts as access } from '../access/texts.ts';
import { useCredentialList } from '../shared/use-credential-list.ts';
import { type CreatedToken, CreateTokenDialog } from './create-token-dialog.tsx';
import { texts } from './texts.ts';

const nameOf = ({ name }: Token) => name || access.nameless;

/** The user's personal tokens: made here, shown once, and revoked. */
export function PersonalTokens() {
  const list = useCredentialList(listPersonalTokens);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <AccessPanel
        name="personal-tokens"
        revoke={revokePersonalToken}
        focusAfterRevoke={createButton}
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
        <CreateTokenDialog
          list={list}
          onClose={() => setCreating(false)}
          onCreated={token => {
            setCreating(false);
            setCreated(token);
          }}
        />
      )}
      {created && <NewTokenDialog created={created} onCopied={() => setCreated(null)} />}
    </>
  );
}

/** A new token, told this once. */
function NewTokenDialog({ created, onCopied }: { created: CreatedToken; onCopied: () => void }) {
  const name = shortName(created.name);
  return (
    <SecretDialog
      title={texts.createdTitle(name)}
      label={texts.tokenOf(name)}
      value={created.accessToken}
      once={{ done: texts.copied, leave: { title: texts.leaveTitle, why: texts.leaveWhy } }}
      onDone={onCopied}
    >
      <p>{texts.shownOnce}</p>
      {created.until !== '' && <p>{texts.goodUntil(formatDate(created.until))}</p>}
    </SecretDialog>
  );
}
