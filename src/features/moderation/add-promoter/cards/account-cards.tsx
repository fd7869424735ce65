import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck } from '#ui/icons.ts';
import { Check, Copy, Printer, UserPlus } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { SecretDialog } from '#ui/secret/secret-dialog.tsx';
import { copyText } from '#ui/share-text.ts';
import { texts } from '../texts.ts';
import styles from './cards.module.css';
import { appUrl } from './print-sheet.tsx';
import type { NewAccount, NewAccounts } from './use-new-accounts.ts';

type AccountCardProps = {
  account: NewAccount;
  onSeen: () => void;
  onPrint: () => void;
  onAnother: () => void;
};

/** The data of the promoter who was just added, in place of the form. */
export function AccountCard({ account, onSeen, onPrint, onAnother }: AccountCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone with the form.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <Panel className={styles.account} aria-label={texts.addedTitle}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <CircleCheck size={24} />
        <span>{texts.addedTitle}</span>
      </h2>
      <DefinitionList
        rows={[
          { term: texts.name, value: <span className={styles.value}>{account.name}</span> },
          { term: texts.email, value: <span className={styles.value}>{account.email}</span> },
          { term: texts.password, value: <PasswordText account={account} onSeen={onSeen} /> },
        ]}
      />
      <p className={styles.note}>{texts.memoryOnly}</p>
      <div className={styles.actions}>
        <Button kind="primary" icon={<Printer size={20} />} onClick={onPrint}>
          {texts.print}
        </Button>
        <CopyButton
          showsLabel
          label={texts.copyAll}
          text={texts.message(account, appUrl())}
          onCopied={onSeen}
        />
        <Button icon={<UserPlus size={20} />} onClick={onAnother}>
          {texts.addAnother}
        </Button>
      </div>
    </Panel>
  );
}

type AccountListProps = Pick<NewAccounts, 'markSeen' | 'print'> & { cards: readonly NewAccount[] };

/** Those who were added since the screen was opened, and the sheet of their cards. */
export function AccountList({ cards, markSeen, print }: AccountListProps) {
  const titleId = useId();
  if (cards.length === 0) return null;
  return (
    <Panel className={styles.list} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.listTitle(cards.length)}</h2>
      <p className={styles.note}>{texts.listNote}</p>
      <Button icon={<Printer size={20} />} className={styles.printAll} onClick={() => print(cards)}>
        {texts.printAll(cards.length)}
      </Button>
      <ul className={styles.people}>
        {cards.map(card => (
          <li key={card.key} className={styles.person}>
            <span className={styles.who}>
              <span className={styles.name}>{card.name}</span>
              <span className={styles.email}>{card.email}</span>
            </span>
            <PasswordText isOneOfMany account={card} onSeen={() => markSeen([card])} />
            <IconButton
              label={texts.printNamed(card.name)}
              icon={<Printer size={20} />}
              onClick={() => print([card])}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type PasswordTextProps = {
  account: NewAccount;
  /** Several stand on one screen: the buttons say whose. */
  isOneOfMany?: boolean;
  /** It was shown or copied. */
  onSeen: () => void;
};

/** A password that is hidden until it is asked for. */
function PasswordText({ account: { name, password }, isOneOfMany = false, onSeen }: PasswordTextProps) {
  const [isShown, setShown] = useState(false);
  const named = (label: string) => (isOneOfMany ? `${label}: ${name}` : label);
  const handleShow = () => {
    setShown(true);
    onSeen();
  };
  return (
    <span className={styles.secret}>
      <Button
        kind="quiet"
        className={styles.toggle}
        aria-label={named(texts.showPassword)}
        onClick={handleShow}
      >
        {texts.showPassword}
      </Button>
      <CopyButton label={named(texts.copyPassword)} text={password} onCopied={onSeen} />
      {isShown && (
        <SecretDialog
          title={texts.passwordOf(name)}
          label={texts.passwordOf(name)}
          value={password}
          onDone={() => setShown(false)}
        />
      )}
    </span>
  );
}

type CopyButtonProps = {
  label: string;
  text: string;
  /** With its words, not as an icon alone. */
  showsLabel?: boolean;
  onCopied?: () => void;
};

const COPY_WORDS = { copied: texts.copied, failed: texts.copyFailed } as const;

/** Puts a text on the clipboard and says what came of it. */
export function CopyButton({ label, text, showsLabel = false, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<{ text: string; result: keyof typeof COPY_WORDS } | null>(null);
  const handleCopy = async () => {
    const result = await copyText(text);
    setState({ text, result });
    if (result === 'copied') onCopied?.();
  };
  // What was said of another text says nothing of this one.
  const result = state?.text === text ? state.result : null;
  const icon = result === 'copied' ? <Check size={20} /> : <Copy size={20} />;
  return (
    <span className={styles.copy}>
      {showsLabel ? (
        <Button icon={icon} onClick={() => void handleCopy()}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} icon={icon} onClick={() => void handleCopy()} />
      )}
      <span role="status" className={styles.copied}>
        {result && COPY_WORDS[result]}
      </span>
    </span>
  );
}
