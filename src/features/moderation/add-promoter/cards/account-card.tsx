import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck } from '#ui/icons.ts';
import { Printer, UserPlus } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { texts } from '../texts.ts';
import styles from './cards.module.css';
import { CopyButton } from './copy-button.tsx';
import { PasswordText } from './password-text.tsx';
import { appUrl } from './print-sheet.tsx';
import type { NewAccount } from './use-new-accounts.ts';

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
        {texts.addedTitle}
      </h2>
      <DefinitionList
        rows={[
          { term: texts.name, value: <span className={styles.value}>{account.name}</span> },
          { term: texts.email, value: <span className={styles.value}>{account.email}</span> },
          { term: texts.password, value: <PasswordText password={account.password} onSeen={onSeen} /> },
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
