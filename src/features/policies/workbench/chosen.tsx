import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { ArrowLeft } from '#ui/icons-of-screens.ts';
import type { PolicyRow } from '../list/policy-row.ts';
import { UnreadablePolicy } from '../list/unreadable-policy.tsx';
import type { Saves } from '../saving/use-saves.ts';
import { texts } from '../texts.ts';
import { Desk } from './desk.tsx';
import type { Listed } from './read-listed.ts';
import type { HeldWorks } from './use-works.ts';
import styles from './workbench.module.css';

export type ChosenProps = {
  id: number | null;
  held: HeldWorks;
  saves: Saves;
  listed: Listed;
  rows: readonly PolicyRow[];
  catalogue: Catalogue;
  /** The names of all that is not saved. */
  unsaved: readonly string[];
  onChoose: (id: number) => void;
  onBack: () => void;
  /** A policy to be added under an id of its own. */
  onAdd: (policy: Policy) => void;
};

/** What stands beside the list: the policy that was chosen from it, or why there is none. */
export function Chosen(props: ChosenProps) {
  const { id, held, listed, onBack } = props;
  if (id === null) return <p className={styles.hint}>{texts.chooseOne}</p>;
  const work = held.workOn(id);
  const unreadable = listed.unreadable.find(each => each.id === id);
  return (
    <div className={styles.chosen}>
      <div className={styles.back}>
        <Button kind="quiet" icon={<ArrowLeft size={20} />} onClick={onBack}>
          {texts.backToList}
        </Button>
      </div>
      {work && <Desk {...props} key={id} id={id} work={work} />}
      {!work && unreadable && <UnreadablePolicy policy={unreadable} />}
      {!work && !unreadable && <p className={styles.why}>{texts.noSuchPolicy(id)}</p>}
    </div>
  );
}
