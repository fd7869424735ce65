import { formatDate, formatDay, formatShortDate, formatTime } from '#kit/date.ts';
import { formatAmount, formatMoney } from '#kit/money.ts';
import { formatPhone } from '#kit/phone.ts';
import { plural } from '#kit/plural.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Section } from '../section.ts';

const NOW = '2026-11-20 12:00:00';

/** Calls as code, each with what comes out. */
function listOf(calls: Readonly<Record<string, string>>) {
  const rows = Object.entries(calls).map(([term, shown]) => ({ term, value: <span>{shown}</span> }));
  return <DefinitionList rows={rows} />;
}

/** What each formatter makes of what. */
export const sections: Section[] = [
  {
    title: 'Форматы',
    states: {
      Деньги: listOf({
        "formatMoney('')": formatMoney(''),
        "formatMoney('0')": formatMoney('0'),
        'formatMoney(1500)': formatMoney(1500),
        "formatMoney('12345.60')": formatMoney('12345.60'),
        'formatMoney(-250)': formatMoney(-250),
        'formatAmount(12345678.5, 2)': formatAmount(12_345_678.5, 2),
        'formatAmount(1500.5, 0)': formatAmount(1500.5, 0),
      }),
      Даты: listOf({
        "formatDate('2026-11-20 09:05:00')": formatDate('2026-11-20 09:05:00'),
        "formatDate('2026-11-20 9:05', true)": formatDate('2026-11-20 9:05', true),
        "formatDate('2024-02-29')": formatDate('2024-02-29'),
        "formatDate('2026-02-31')": formatDate('2026-02-31'),
        "formatDate('вчера')": formatDate('вчера'),
        "formatDay('2026-11-20', now)": formatDay('2026-11-20', NOW),
        "formatDay('2026-11-19', now)": formatDay('2026-11-19', NOW),
        "formatShortDate('2026-11-18 9:05', now, true)": formatShortDate('2026-11-18 9:05', NOW, true),
        "formatTime('2026-11-20 9:05')": formatTime('2026-11-20 9:05'),
      }),
      Телефоны: listOf({
        "formatPhone('9161234567')": formatPhone('9161234567'),
        "formatPhone('02')": formatPhone('02'),
      }),
      Числительные: listOf(
        Object.fromEntries(
          [0, 1, 2, 5, 11, 21, 111, 1.5].map(count => [
            `plural(${count}, 'час', 'часа', 'часов')`,
            `${String(count).replace('.', ',')} ${plural(count, 'час', 'часа', 'часов')}`,
          ]),
        ),
      ),
    },
  },
];
