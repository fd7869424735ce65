import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Pencil } from '#ui/icons-of-screens.ts';
import { type Column, type RowKey, sumOf } from '#ui/table/column.ts';
import { DataTable, type DataTableProps } from '#ui/table/data-table.tsx';
import type { Section } from '../section.ts';

const PEOPLE = ['Алена Ёлкина', 'Борис Жук', 'Олег Ежов', 'Светлана Яблокова-Преображенская', 'Ян Чу'];
const COMMENTS = ['', 'позвонить после 18:00', 'домофон не работает', 'не шумит, но греется', 'второй раз'];

type Request = ReturnType<typeof requestOf>;

function requestOf(at: number) {
  const amount = ((at * 7919) % 4000) * 10 + (at % 7 === 0 ? 0.5 : 0);
  return {
    id: at + 1,
    code: `К-${1000 + ((at * 37) % 997)}`,
    amount,
    share: Math.round(amount * 30) / 100,
    promoter: PEOPLE[(at * 3) % PEOPLE.length] ?? '',
    comment: COMMENTS[(at * 7) % COMMENTS.length] ?? '',
    type: at % 3 === 0 ? 'М' : 'Л',
    paid: at % 4 === 1,
    date: `2026-${String(1 + (at % 11)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')} 09:05:00`,
  };
}

function requests(count: number): Request[] {
  return Array.from({ length: count }, (_, at) => requestOf(at));
}

const COLUMNS: readonly Column<Request>[] = [
  {
    id: 'code',
    title: 'Номер',
    value: row => row.code,
    cell: row => <Link to={`/gallery?request=${row.id}`}>{row.code}</Link>,
  },
  { id: 'id', title: 'Порядок', value: row => row.id, kind: 'code' },
  { id: 'promoter', title: 'Промоутер', value: row => row.promoter },
  { id: 'type', title: 'Тип', value: row => row.type, width: 5 },
  { id: 'date', title: 'Дата', value: row => row.date, kind: 'date' },
  { id: 'amount', title: 'Сумма', value: row => row.amount, kind: 'money', total: sumOf(row => row.amount) },
  {
    id: 'share',
    title: 'Сумма промоутеру',
    value: row => row.share,
    kind: 'money',
    total: sumOf<Request>(row => row.share),
  },
  {
    id: 'paid',
    title: 'Выплата',
    value: row => (row.paid ? 'оплачено' : ''),
    cell: row => row.paid && <Chip tone="ok">оплачено</Chip>,
  },
  { id: 'comment', title: 'Комментарий', value: row => row.comment },
];

type ShownProps = Partial<DataTableProps<Request>> & { name: string; rows: readonly Request[] };

function Shown(props: ShownProps) {
  return <DataTable caption="Заявки отчета" rowKey={keyOf} columns={COLUMNS} {...props} />;
}

function keyOf({ id }: Request): number {
  return id;
}

const TOTAL = 45;
const PER_PAGE = 12;
const ALL = requests(TOTAL);
const PAGES = [0, 12, 24, 36].map(from => ALL.slice(from, from + PER_PAGE));

/** What a screen does: the selection and the page are its own. */
function Whole() {
  const [ids, setIds] = useState<readonly RowKey[]>([2, 3]);
  const [current, setCurrent] = useState(1);
  const rows = PAGES[current - 1] ?? [];
  const before = (current - 1) * PER_PAGE;
  return (
    <Shown
      name="gallery"
      rows={rows}
      filter={{}}
      csvName="Заявки"
      selection={{ ids, onChange: setIds, bulk: <Button kind="quiet">Оплатить</Button> }}
      paging={{
        page: {
          current_page: current,
          last_page: PAGES.length,
          total: TOTAL,
          from: before + 1,
          to: before + rows.length,
        },
        onPage: setCurrent,
      }}
      toneOf={toneOf}
      rowActions={actionsOf}
    />
  );
}

function toneOf({ paid }: Request): 'ok' | undefined {
  return paid ? 'ok' : undefined;
}

function actionsOf({ code }: Request) {
  return <IconButton label={`Редактировать: ${code}`} icon={<Pencil size={20} />} />;
}

const FEW = requests(4);
const MANY = requests(1_000);

export const sections: Section[] = [
  {
    title: 'Таблица',
    states: {
      'с выбором, страницами, итогами и выделенными строками': <Whole />,
      пустая: <Shown name="gallery" rows={[]} empty="У промоутера еще нет отчетов" />,
      'загружается впервые': <Shown name="gallery" rows={[]} busy />,
      'загружается снова': <Shown name="gallery" rows={FEW} busy filter={{}} />,
      'ничего не нашлось': <Shown name="gallery" rows={FEW} filter={{ text: 'нет такого' }} />,
      '1000 строк': <Shown name="gallery-long" rows={MANY} filter={{}} csvName="Заявки" toneOf={toneOf} />,
    },
  },
];
