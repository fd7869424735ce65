import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import type { LeaveWords } from '#ui/form/open-forms.ts';
import { SecretText } from '../shared/secret-text.tsx';
import styles from './clients.module.css';
import { texts } from './texts.ts';

/**
 * A secret that was told when its client was made or got another one, and is held nowhere but here. `wayOut`: what is left to
 * who has not taken it.
 */
export type ShownSecret = {
  id: string;
  name: string;
  secret: string;
  isSeen: boolean;
  isReplaced: boolean;
  wayOut: string;
};

type ShownSecretsProps = {
  shown: readonly ShownSecret[];
  /** It has been copied, or stood on the screen. */
  onSeen: (id: string) => void;
  /** May be forgotten. */
  onDismiss: (id: string) => void;
};

/** The secrets of clients that were made on this screen. Leaving without having taken them asks first. */
export function ShownSecrets({ shown, onSeen, onDismiss }: ShownSecretsProps) {
  const unseen = shown.filter(({ isSeen }) => !isSeen);
  if (shown.length === 0) return null;
  return (
    <>
      {unseen.length > 0 && <AskBeforeLeaving words={leaveWordsOf(unseen)} />}
      <ul className={styles.shownList}>
        {shown.map(each => (
          <ShownSecretItem key={each.secret} shown={each} onSeen={onSeen} onDismiss={onDismiss} />
        ))}
      </ul>
    </>
  );
}

function ShownSecretItem({
  shown,
  onSeen,
  onDismiss,
}: Omit<ShownSecretsProps, 'shown'> & { shown: ShownSecret }) {
  const { id, name, secret, isSeen, isReplaced } = shown;
  const handleSeen = () => onSeen(id);
  const item = useRef<HTMLLIElement>(null);
  // The dialog has given the focus back to its button; what has to be done now is here.
  useLayoutEffect(() => item.current?.focus(), []);
  return (
    <li ref={item} tabIndex={-1} className={styles.shownSecret}>
      <p>{isReplaced ? texts.secretReplacedOnce(name) : texts.secretShownOnce(name)}</p>
      <SecretText label={texts.secretOf(name)} value={secret} onCopied={handleSeen} onShown={handleSeen} />
      {isSeen && (
        <div>
          <Button onClick={() => onDismiss(id)}>{texts.dismiss}</Button>
        </div>
      )}
    </li>
  );
}

function leaveWordsOf(unseen: readonly ShownSecret[]): LeaveWords {
  const names = unseen.map(({ name }) => name).join(', ');
  const waysOut = [...new Set(unseen.map(({ wayOut }) => wayOut))].join(' ');
  return { title: texts.leaveTitle, why: texts.leaveWhy(names, waysOut) };
}
