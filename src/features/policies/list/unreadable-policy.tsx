import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { Panel } from '#ui/panel.tsx';
import type { Unreadable } from '../editor/policy-drafts.ts';
import { texts } from '../texts.ts';
import styles from './list.module.css';

/** Why a policy of the server's can be neither shown nor edited. */
export function UnreadablePolicy({ policy: { name, faults } }: { policy: Unreadable }) {
  return (
    <Panel aria-label={name || texts.unnamed}>
      <h2 tabIndex={-1} data-policy-title>
        {name || texts.unnamed}
      </h2>
      <p>{texts.unreadableWhy}</p>
      <h3>{texts.unreadableFaults}</h3>
      <ul className={styles.faults}>
        {faults.map(fault => (
          <li key={`${fault.at} ${fault.name}`}>{faultWords(fault)}</li>
        ))}
      </ul>
    </Panel>
  );
}
