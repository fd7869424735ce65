import { useEffect } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { summaryText } from '#domain/policy/words/summary-text.ts';
import { Button } from '#ui/button.tsx';
import { ConflictPanel } from '#ui/conflict-panel.tsx';
import { texts } from '../texts.ts';
import { changeWords } from './change-words.ts';
import { ChangeList } from './dialogs.tsx';
import styles from './saving.module.css';

export type ConflictProps = {
  base: Policy | null;
  mine: Policy;
  /** undefined: the server has none any more, or none that can be read. */
  theirs: Policy | undefined;
  catalogue: Catalogue;
  /** Why nothing can be saved now. */
  blocked: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onSaveAsNew: () => void;
  onBack: () => void;
};

/** The server's version and the one of this screen, each with what it changes in the version both began with. */
export function Conflict(props: ConflictProps) {
  const { base, mine, theirs, catalogue, blocked } = props;
  useEffect(
    // The buttons of the choice are gone then: the policy itself is what one goes on with.
    () => () => document.querySelector<HTMLElement>('[data-policy-title]')?.focus(),
    [],
  );
  const choices = (
    <>
      <Button disabled={blocked !== undefined} onClick={props.onKeepMine}>
        {texts.keepMine}
      </Button>
      <Button onClick={props.onTakeTheirs}>{texts.takeTheirs}</Button>
      <Button disabled={blocked !== undefined} onClick={props.onSaveAsNew}>
        {texts.saveAsNew}
      </Button>
      <Button kind="quiet" onClick={props.onBack}>
        {texts.backToEditing}
      </Button>
    </>
  );
  return (
    <ConflictPanel title={texts.conflict} why={texts.conflictWhy} blocked={blocked} choices={choices}>
      <div className={styles.versions}>
        <Version
          of={texts.theirs}
          what={texts.changedThere}
          base={base}
          catalogue={catalogue}
          policy={theirs}
        />
        <Version of={texts.mine} what={texts.changedHere} base={base} catalogue={catalogue} policy={mine} />
      </div>
    </ConflictPanel>
  );
}

type VersionProps = {
  of: string;
  what: string;
  base: Policy | null;
  policy: Policy | undefined;
  catalogue: Catalogue;
};

function Version({ of, what, base, policy, catalogue }: VersionProps) {
  return (
    <section className={styles.version} aria-label={of}>
      <h3>{of}</h3>
      {policy ? (
        <>
          <p className={styles.name}>{policy.name || texts.unnamed}</p>
          <h4>{what}</h4>
          {base ? <ChangeList words={changeWords(base, policy, catalogue)} /> : <p>{texts.isNewHere}</p>}
          <h4>{texts.inWords}</h4>
          <div className={styles.summary}>{summaryText(policy, catalogue).join('\n')}</div>
        </>
      ) : (
        <p>{texts.goneThere}</p>
      )}
    </section>
  );
}
