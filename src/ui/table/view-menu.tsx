import '../styles/controls.css';
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import fieldStyles from '../form/field.module.css';
import { SlidersHorizontal } from '../icons-of-screens.ts';
import type { Column } from './column.ts';
import { canHide, type TableView } from './table-view.ts';
import { texts } from './texts.ts';
import styles from './toolbar.module.css';

type ViewMenuProps<Row> = {
  columns: readonly Column<Row>[];
  view: TableView;
  onView: (view: TableView) => void;
  /** Cards have one density. */
  hasDensity: boolean;
};

function PlainViewMenu<Row>(props: ViewMenuProps<Row>) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const handlePress = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [open]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  const handleBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches what happens to the controls inside
    <div ref={root} className={styles.view} onKeyDown={handleKey} onBlur={handleBlur}>
      <Button
        icon={<SlidersHorizontal size={20} />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {texts.view}
      </Button>
      {open && (
        <div id={id} className={styles.panel}>
          <ColumnChooser {...props} />
          {props.hasDensity && <DensityChoice {...props} />}
        </div>
      )}
    </div>
  );
}

/** Which columns, and how much room between the rows. Escape, Tab out of it or a press beside it closes. */
export const ViewMenu = memo(PlainViewMenu) as typeof PlainViewMenu; // memo forgets that the row can be of any type

function ColumnChooser<Row>({ columns, view, onView }: ViewMenuProps<Row>) {
  const toggle = (id: string) => {
    const { hidden } = view;
    onView({ ...view, hidden: hidden.includes(id) ? hidden.filter(each => each !== id) : [...hidden, id] });
  };
  return (
    <fieldset>
      <legend className={styles.legend}>{texts.columns}</legend>
      {columns.map((column, at) => {
        const hideable = canHide(column, at);
        return (
          <label key={column.id} className={fieldStyles.check}>
            <input
              type="checkbox"
              checked={!hideable || !view.hidden.includes(column.id)}
              disabled={!hideable}
              onChange={() => toggle(column.id)}
            />
            {column.title}
          </label>
        );
      })}
    </fieldset>
  );
}

function DensityChoice<Row>({ view, onView }: ViewMenuProps<Row>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{texts.density}</legend>
      {[false, true].map(dense => (
        <label key={String(dense)} className={fieldStyles.check}>
          <input
            type="radio"
            name={name}
            checked={view.dense === dense}
            onChange={() => onView({ ...view, dense })}
          />
          {dense ? texts.dense : texts.roomy}
        </label>
      ))}
    </fieldset>
  );
}
