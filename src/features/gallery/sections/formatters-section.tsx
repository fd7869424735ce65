import { formatDate, formatDay, formatTime } from '#kit/date.ts';
import { formatAmount, formatMoney } from '#kit/money.ts';
import { formatPhone } from '#kit/phone.ts';
import { plural } from '#kit/plural.ts';
import type { Section } from '../section.ts';
import styles from './formatters-section.module.css';

/** What goes in, as code, and what comes out. */
type Row = readonly [given: string, shown: string];

const NOW = '2026-11-20 12:00:00';

const money: Row[] = [
  ["formatMoney('')", formatMoney('')],
  ["formatMoney('0')", formatMoney('0')],
  ['formatMoney(1500)', formatMoney(1500)],
  ["formatMoney('12345.60')", formatMoney('12345.60')],
  ['formatMoney(-250)', formatMoney(-250)],
  ['formatAmount(12345678.5, 2)', formatAmount(12_345_678.5, 2)],
  ['formatAmount(1500.5, 0)', formatAmount(1500.5, 0)],
];

const dates: Row[] = [
  ["formatDate('2026-11-20 09:05:00')", formatDate('2026-11-20 09:05:00')],
  ["formatDate('2026-11-20 9:05', true)", formatDate('2026-11-20 9:05', true)],
  ["formatDate('2024-02-29')", formatDate('2024-02-29')],
  ["formatDate('2026-02-31')", formatDate('2026-02-31')],
  ["formatDate('вчера')", formatDate('вчера')],
  ["formatDay('2026-11-20', now)", formatDay('2026-11-20', NOW)],
  ["formatDay('2026-11-19', now)", formatDay('2026-11-19', NOW)],
  ["formatTime('2026-11-20 9:05')", formatTime('2026-11-20 9:05')],
];

const phones: Row[] = [
  ["formatPhone('9161234567')", formatPhone('9161234567')],
  ["formatPhone('02')", formatPhone('02')],
];

const plurals: Row[] = [0, 1, 2, 5, 11, 21, 111, 1.5].map(count => [
  `plural(${count}, 'час', 'часа', 'часов')`,
  `${String(count).replace('.', ',')} ${plural(count, 'час', 'часа', 'часов')}`,
]);

function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Вызов</th>
          <th scope="col">Результат</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([given, shown]) => (
          <tr key={given}>
            <td>
              <code>{given}</code>
            </td>
            <td>{shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What each formatter makes of what. */
export const section: Section = {
  title: 'Форматы',
  states: [
    { state: 'Деньги', content: <Table rows={money} /> },
    { state: 'Даты', content: <Table rows={dates} /> },
    { state: 'Телефоны', content: <Table rows={phones} /> },
    { state: 'Числительные', content: <Table rows={plurals} /> },
  ],
};
