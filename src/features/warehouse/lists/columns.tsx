import { Link } from 'react-router-dom';
import type { ListedReceipt, ListedWriteOff, StockModule } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { Chip } from '#ui/chip.tsx';
import { Check } from '#ui/icons-of-screens.ts';
import type { Column } from '#ui/table/column.ts';
import styles from './lists.module.css';
import { texts } from './texts.ts';

/** What both lists tell of a document. */
export type ListedDocument = Pick<
  ListedReceipt,
  'id' | 'transfer_code' | 'carried' | 'transfer_date' | 'description' | 'updated_at'
>;

/** Of a receipt `loss_from`, where the backend sends it, else where it went. */
export function receiptColumns(rows: readonly ListedReceipt[]): readonly Column<ListedReceipt>[] {
  return rows.some(({ loss_from }) => loss_from !== undefined) ? RECEIPTS_FROM : RECEIPTS_TO;
}

const RECEIPTS_TO = columnsOf<ListedReceipt>('enter', {
  id: 'warehouse_to',
  title: texts.warehouseTo,
  value: ({ warehouse_to }) => warehouse_to,
});

const LOSS_FROM = {
  id: 'loss_from',
  title: texts.lossFrom,
  value: ({ loss_from }: { loss_from?: string | undefined }) => loss_from,
};

const RECEIPTS_FROM = columnsOf<ListedReceipt>('enter', LOSS_FROM);
export const writeOffColumns = columnsOf<ListedWriteOff>('loss', LOSS_FROM);

function columnsOf<Row extends ListedDocument>(
  modulePrefix: StockModule,
  warehouse: Column<Row>,
): readonly Column<Row>[] {
  return [
    {
      id: 'transfer_code',
      title: texts.code,
      value: codeOf,
      cell: row => (
        <Link className={styles.code} to={pathTo(paths.stockDocument, { modulePrefix, id: row.id })}>
          {codeOf(row)}
        </Link>
      ),
    },
    {
      id: 'carried',
      title: texts.carried,
      value: ({ carried }) => (carried ? texts.carried : texts.notCarried),
      cell: ({ carried }) =>
        carried ? (
          <Chip tone="ok" icon={<Check size={16} />}>
            {texts.carried}
          </Chip>
        ) : (
          <Chip>{texts.notCarried}</Chip>
        ),
    },
    // Other backends send a time with the day, which says nothing.
    {
      id: 'transfer_date',
      title: texts.date,
      kind: 'date',
      value: ({ transfer_date }) => transfer_date.slice(0, 10),
    },
    { ...warehouse, cell: row => <LongText>{String(warehouse.value(row) ?? '')}</LongText> },
    {
      id: 'description',
      title: texts.description,
      value: ({ description }) => description,
      cell: ({ description }) => <LongText>{description}</LongText>,
    },
    { id: 'updated_at', title: texts.updated, kind: 'date', value: ({ updated_at }) => updated_at },
  ];
}

function codeOf({ transfer_code }: ListedDocument): string {
  return transfer_code || texts.noCode;
}

/** The beginning of what may be as long as a page; the whole of it stands in the document. */
function LongText({ children }: { children: string }) {
  return children && <span className={styles.text}>{children}</span>;
}
