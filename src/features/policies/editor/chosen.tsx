import { Button } from '#ui/button.tsx';
import { ArrowLeft } from '#ui/icons-of-screens.ts';
import { UnreadablePolicy } from '../list/unreadable-policy.tsx';
import { texts } from '../texts.ts';
import type { ChosenProps } from './chosen-props.ts';
import styles from './editor.module.css';
import { PolicyEditor } from './policy-editor.tsx';

/** What stands beside the list: the policy that was chosen from it, or why there is none. */
export function Chosen(props: ChosenProps) {
  const { id, held, listed, onBack } = props;
  if (id === null) return <p className={styles.hint}>{texts.chooseOne}</p>;
  const draft = held.draftFor(id);
  const unreadable = listed.unreadable.find(each => each.id === id);
  return (
    <div className={styles.chosen}>
      <div className={styles.back}>
        <Button kind="quiet" icon={<ArrowLeft size={20} />} onClick={onBack}>
          {texts.backToList}
        </Button>
      </div>
      {draft && <PolicyEditor {...props} key={id} id={id} draft={draft} />}
      {!draft && unreadable && <UnreadablePolicy policy={unreadable} />}
      {!draft && !unreadable && <p className={styles.why}>{texts.noSuchPolicy(id)}</p>}
    </div>
  );
}
