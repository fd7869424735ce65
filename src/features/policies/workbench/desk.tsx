import type { Catalogue } from '#domain/policy/catalogue.ts';
import { EditingContext } from '../editing.ts';
import { Rail } from '../rail/rail.tsx';
import type { Work } from './bench.ts';
import { Editor } from './editor.tsx';
import { useEditingOf } from './use-editing-of.ts';
import type { HeldWorks } from './use-works.ts';
import styles from './workbench.module.css';

export type DeskProps = { work: Work; catalogue: Catalogue; held: HeldWorks };

/** One policy on the bench. */
export function Desk({ work: { history }, catalogue, held }: DeskProps) {
  const { editing } = useEditingOf({ policy: history.present, history }, catalogue, held);
  return (
    <EditingContext value={editing}>
      <div className={styles.desk}>
        <Editor />
        <aside className={styles.rail}>
          <Rail />
        </aside>
      </div>
    </EditingContext>
  );
}
