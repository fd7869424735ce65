import { memo, useId } from 'react';
import { Panel } from '#ui/panel.tsx';
import { Rules } from '../rules/rules.tsx';
import { Settings } from '../settings/settings.tsx';
import { texts } from '../texts.ts';
import { ConditionTree } from '../tree/condition-tree.tsx';
import styles from './editor.module.css';

/** Everything of one policy that can be edited. */
export const PolicyForm = memo(function PolicyForm() {
  const targetId = useId();
  return (
    <div className={styles.editor}>
      <Settings />
      <Panel aria-labelledby={targetId}>
        <h3 id={targetId}>{texts.target}</h3>
        <p className={styles.why}>{texts.targetWhy}</p>
        <ConditionTree tree="target" label={texts.target} />
      </Panel>
      <Rules />
    </div>
  );
});
