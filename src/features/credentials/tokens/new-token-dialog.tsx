import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { Dialog } from '#ui/modal.tsx';
import { shortName } from '../access/short-name.ts';
import { SecretText } from '../shared/secret-text.tsx';
import { texts } from './texts.ts';
import styles from './tokens.module.css';

/** A token that was just made. It is held by whoever shows this, and nowhere else. */
export type CreatedToken = { name: string; accessToken: string };

/** Shows a new token, this once: only who says that they have it gets on. */
export function NewTokenDialog({ created, onCopied }: { created: CreatedToken; onCopied: () => void }) {
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
      </div>
    </Dialog>
  );
}
