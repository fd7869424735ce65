import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '#ui/styles/base.css';
import { type Column, sumOf } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Request, rows } from './rows.ts';

function money(id: string, title: string, value: (row: Request) => number): Column<Request> {
  return { id, title, value, kind: 'money', total: sumOf(value) };
}

const columns: readonly Column<Request>[] = [
  { id: 'code', title: 'Номер', value: row => row.code },
  { id: 'id', title: 'Порядок', value: row => row.id, kind: 'code' },
  { id: 'promoter', title: 'Промоутер', value: row => row.promoter },
  { id: 'phone', title: 'Телефон', value: row => row.phone },
  { id: 'date', title: 'Дата', value: row => row.date, kind: 'date' },
  money('amount', 'Сумма', row => row.amount),
  money('share', 'Промоутеру', row => row.share),
  { id: 'comment', title: 'Комментарий', value: row => row.comment },
];

const root = document.getElementById('root');
if (!root) throw new Error('The page has lost its root');
createRoot(root).render(
  <MemoryRouter>
    <DataTable
      name="bench"
      caption="Заявки"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      filter={{}}
    />
  </MemoryRouter>,
);
