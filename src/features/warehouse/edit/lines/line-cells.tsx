import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { PRICE, parseWithin } from '#domain/warehouse/limits.ts';
import { sumsOf } from '#domain/warehouse/totals.ts';
import { formatKopecks } from '#kit/format-kopecks.ts';
import { formatAmount, toRoubles } from '#kit/money.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { CircleAlert } from '#ui/icons.ts';
import { Trash2 } from '#ui/icons-of-screens.ts';
import styles from './line-cells.module.css';
import type { LineErrors } from './line-errors.ts';
import { type ErrorVisibility, visibleErrors } from './list-errors.ts';
import { texts } from './texts.ts';

/** What rows and cards do with their line; always the same functions, so that nothing is drawn again for them. */
type LineActions = {
  change: (key: string, field: LineField, text: string) => void;
  remove: (key: string) => void;
};

export type LineProps = ErrorVisibility & {
  line: DraftLine;
  index: number;
  /** Of the whole document. */
  count: number;
  readOnly: boolean;
  actions: LineActions;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/** What of a line is drawn with what is wrong in it. */
export type CellProps = { line: DraftLine; index: number; errors: LineErrors; actions: LineActions };

export function toCellProps({ line, index, actions, ...visibility }: LineProps): CellProps {
  return { line, index, actions, errors: visibleErrors(line, visibility) };
}

/** One field of a line with what is wrong in it. */
export function LineInput({ line, index, errors, actions, field }: CellProps & { field: LineField }) {
  const error = errors[field];
  const isText = field === 'reason';
  return (
    <>
      <input
        id={idOf(line, field)}
        type="text"
        inputMode={isText ? 'text' : 'decimal'}
        enterKeyHint="next"
        autoComplete="off"
        name={`nomenclature.${index}.${field}`}
        data-field={field}
        value={line[field]}
        onChange={event => actions.change(line.key, field, event.target.value)}
        aria-label={texts.fieldLabel(texts[field], index + 1)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${idOf(line, field)}-error` : undefined}
        className={classNames(styles.input, !isText && styles.number)}
      />
      {error && <CellError id={`${idOf(line, field)}-error`}>{error}</CellError>}
    </>
  );
}

/** Joins a label to the field of a line. */
export function idOf(line: DraftLine, field: LineField | 'line'): string {
  return `${line.key}-${field}`;
}

/** What is wrong with the line and no field of it can mend. */
export function LineErrorText({ line, errors }: Pick<CellProps, 'line' | 'errors'>) {
  return errors.line && <CellError id={`${idOf(line, 'line')}-error`}>{errors.line}</CellError>;
}

function CellError({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} className={styles.error}>
      {children}
    </span>
  );
}

/** The number of a line; one with something wrong is marked, not by its colour alone. */
export function LineNumber({ index, errors }: Pick<CellProps, 'index' | 'errors'>) {
  return (
    <>
      {index + 1}
      {hasErrors(errors) && (
        <span className={styles.mark}>
          <CircleAlert size={16} />
          <span className="visually-hidden">{texts.hasErrors}</span>
        </span>
      )}
    </>
  );
}

export function hasErrors(errors: LineErrors): boolean {
  return Object.keys(errors).length > 0;
}

/** What the line comes to. */
export function LineSum({ line }: { line: DraftLine }) {
  const sums = sumsOf(line);
  if (sums) return <span className={styles.sum}>{formatKopecks(sums.sum)}</span>;
  return (
    <span className={styles.noSum}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{texts.noSum}</span>
    </span>
  );
}

export function RemoveButton({ line, index, errors, actions }: CellProps) {
  return (
    <IconButton
      label={texts.remove(index + 1)}
      icon={<Trash2 size={20} />}
      data-remove=""
      aria-describedby={errors.line ? `${idOf(line, 'line')}-error` : undefined}
      onClick={() => actions.remove(line.key)}
    />
  );
}

/** A field where nothing can be typed. */
export function readOnlyText(line: DraftLine, field: LineField): string {
  if (field === 'count') return classNames(line.count, line.unit);
  const kopecks = field === 'price' ? parseWithin(PRICE, line.price) : undefined;
  return kopecks === undefined ? line[field] : formatAmount(toRoubles(kopecks), 2);
}
