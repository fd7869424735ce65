import '../styles/controls.css';
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import fieldStyles from '../form/field.module.css';
import { Pin, SlidersHorizontal } from '../icons-of-screens.ts';
import type { Column } from './column.ts';
import { SavedViews, type ViewsToSave } from './saved-views.tsx';
import { canHide, DENSITIES, PINNED_MAX, type TableView } from './table-view.ts';
import { texts } from './texts.ts';
import styles from './toolbar.module.css';

type ViewMenuProps<Row> = {
  columns: readonly Column<Row>[];
  view: TableView;
  onView: (view: TableView) => void;
  /** Of the table. */
  name: string;
  /** Cards have one density, and no columns that could be pinned or have a width. */
  isGrid: boolean;
  /** None can be saved where this is not said. */
  savedViews: ViewsToSave | undefined;
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
        className={styles.tool}
        icon={<SlidersHorizontal size={20} />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span>{texts.view}</span>
      </Button>
      {open && (
        <div id={id} ref={setTop} className={styles.panel}>
          {props.savedViews && (
            <SavedViews {...props.savedViews} table={props.name} view={props.view} onView={props.onView} />
          )}
          <ColumnChooser {...props} />
          {props.isGrid && <DensityChoice {...props} />}
        </div>
      )}
    </div>
  );
}

/** All choices are in sight where there is room for them below the button. */
function setTop(panel: HTMLElement | null): void {
  panel?.style.setProperty('--top', `${panel.getBoundingClientRect().top}px`);
}

/** Which columns, and how much room between the rows. Escape, Tab out of it or a press beside it closes. */
export const ViewMenu = memo(PlainViewMenu) as typeof PlainViewMenu; // memo forgets that the row can be of any type

function ColumnChooser<Row>({ columns, view, onView, isGrid }: ViewMenuProps<Row>) {
  return (
    <fieldset>
      <legend className={styles.legend}>{texts.columns}</legend>
      {columns.map((column, at) => {
        const hideable = canHide(column, at);
        const isShown = !hideable || !view.hidden.includes(column.id);
        return (
          <div key={column.id} className={styles.column}>
            <label className={fieldStyles.check}>
              <input
                type="checkbox"
                checked={isShown}
                disabled={!hideable}
                onChange={() => onView({ ...view, hidden: toggled(view.hidden, column.id) })}
              />
              <span>{column.title}</span>
            </label>
            {isGrid && at > 0 && isShown && <PinButton column={column} view={view} onView={onView} />}
          </div>
        );
      })}
      {isGrid && (
        <Button
          kind="quiet"
          disabled={Object.keys(view.widths).length === 0}
          focusableWhenDisabled
          onClick={() => onView({ ...view, widths: {} })}
        >
          {texts.resetWidths}
        </Button>
      )}
    </fieldset>
  );
}

type PinButtonProps<Row> = Pick<ViewMenuProps<Row>, 'view' | 'onView'> & { column: Column<Row> };

/** Keeps a column in sight beside the first one, while the others pass. */
function PinButton<Row>({ column: { id, title }, view, onView }: PinButtonProps<Row>) {
  const isPinned = view.pinned.includes(id);
  return (
    <IconButton
      className={isPinned ? styles.isPinned : undefined}
      label={texts.pin(title)}
      icon={<Pin size={16} />}
      aria-pressed={isPinned}
      disabled={!isPinned && view.pinned.length >= PINNED_MAX}
      onClick={() => onView({ ...view, pinned: toggled(view.pinned, id) })}
    />
  );
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id];
}

function DensityChoice<Row>({ view, onView }: ViewMenuProps<Row>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{texts.density}</legend>
      {DENSITIES.map(density => (
        <label key={density} className={fieldStyles.check}>
          <input
            type="radio"
            name={name}
            checked={view.density === density}
            onChange={() => onView({ ...view, density })}
          />
          <span>{texts.densities[density]}</span>
        </label>
      ))}
    </fieldset>
  );
}
