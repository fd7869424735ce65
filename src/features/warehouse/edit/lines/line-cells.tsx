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
import type { Lines } from './line-store.ts';
import { texts } from './texts.ts';

export type LineProps = Pick<Lines, 'change' | 'remove'> & {
  line: DraftLine;
  index: number;
  /** Of the whole document. */
  count: number;
  errors: LineErrors;
  readOnly: boolean;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/** One field of a line with what is wrong in it. */
export function LineInput({ line, index, errors, change, field }: LineProps & { field: LineField }) {
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
        onChange={event => change(line.key, field, event.target.value)}
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
export function LineErrorText({ line, errors }: Pick<LineProps, 'line' | 'errors'>) {
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
export function LineNumber({ index, errors }: Pick<LineProps, 'index' | 'errors'>) {
  return (
    <>
      <span>{index + 1}</span>
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

export function RemoveButton({ line, index, errors, remove }: LineProps) {
  return (
    <IconButton
      label={texts.remove(index + 1)}
      icon={<Trash2 size={20} />}
      data-remove=""
      aria-describedby={errors.line ? `${idOf(line, 'line')}-error` : undefined}
      onClick={() => remove(line.key)}
    />
  );
}

/** A field where nothing can be typed. */
export function readOnlyText(line: DraftLine, field: LineField): string {
  if (field === 'count') return classNames(line.count, line.unit);
  const kopecks = field === 'price' ? parseWithin(PRICE, line.price) : undefined;
  return kopecks === undefined ? line[field] : formatAmount(toRoubles(kopecks), 2);
}
