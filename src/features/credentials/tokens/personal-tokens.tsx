import { useRef, useState } from 'react';
import { listPersonalTokens, revokePersonalToken, type Token } from '#contract/credentials.ts';
import { formatDate } from '#kit/date.ts';
import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { KeyRound } from '#ui/icons.ts';
import { Dialog } from '#ui/modal.tsx';
import { AccessPanel } from '../access/access-panel.tsx';
import { shortName } from '../access/short-name.ts';
import { texts as access } from '../access/texts.ts';
import { SecretText } from '../shared/secret-text.tsx';
import { useCredentialList } from '../shared/use-credential-list.ts';
import { type CreatedToken, CreateTokenDialog } from './create-token-dialog.tsx';
import { texts } from './texts.ts';
import styles from './tokens.module.css';

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

/** Shows a new token, this once: only who says that they have it gets on. */
function NewTokenDialog({ created, onCopied }: { created: CreatedToken; onCopied: () => void }) {
  const name = shortName(created.name);
  useOpenFormMark(() => true, { title: texts.leaveTitle, why: texts.leaveWhy });
  return (
    <Dialog
      open
      title={texts.createdTitle(name)}
      actions={
        <Button kind="primary" onClick={onCopied}>
          {texts.copied}
        </Button>
      }
    >
      <div className={styles.newToken}>
        <p>{texts.shownOnce}</p>
        <SecretText initiallyShown label={texts.tokenOf(name)} value={created.accessToken} />
        {created.until !== '' && <p>{texts.goodUntil(formatDate(created.until))}</p>}
      </div>
    </Dialog>
  );
}
