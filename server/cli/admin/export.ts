import { inSnapshot } from '../../db/copy/read-copy.ts';
import { textRows } from '../../db/copy/tables.ts';
import type { Tx } from '../../db/database.ts';
import { adminCommand, noPositional, readChoice, WrongUsage } from './command.ts';
import { STDOUT } from './command-io.ts';
import { rowsInWords } from './copy-words.ts';
import { EXPORT_SETS, type ExportColumn, type ExportSet } from './export-sets.ts';
import { type ExportRow, headOf, textOfRows } from './export-text.ts';
import { xlsxOf } from './export-xlsx.ts';

const PAGE = 500;

// They are the names of our own list.
const NAMES = Object.keys(EXPORT_SETS) as (keyof typeof EXPORT_SETS)[];
const FORMATS = ['xlsx', 'csv', 'jsonl'] as const;

/** Data of the firm for people and their spreadsheets; what comes back by `restore` is made by `backup`. */
export const exportData = adminCommand({
  name: 'export',
  summary: 'Выгрузить данные для таблиц или программ: xlsx, csv, jsonl',
  usage: `--of ${NAMES.join('|')} [--format xlsx|csv|jsonl] [--to <файл>|-]`,
  details: [
    `--of       что выгрузить: ${NAMES.join(', ')}; удаленные контакты не выгружаются`,
    '--format   без параметра — по концу имени файла, иначе csv',
    '           xlsx: для Excel и LibreOffice; суммы — числа, время — время, номера и телефоны — тексты',
    '           csv: для программ; разделитель «;», десятичная запятая, все в кавычках, UTF-8 с BOM, формулы обезврежены',
    '           jsonl: один объект JSON в строке, null вместо пустого',
    '--to       новый файл с правами 0600; без него или с - выгрузка идет в stdout',
    'Время по часам фирмы (FIRM_ZONE), суммы в рублях с копейками. Паролей, хешей и токенов в выгрузке нет.',
    'Пример:    npm run -s admin -- export --of requests --to requests.xlsx',
  ],
  optionNames: ['of', 'format', 'to'],
  read(given) {
    noPositional(given);
    const { of, to = STDOUT, format = formatOf(to) } = given.options;
    if (of === undefined) throw new WrongUsage(`Не указано, что выгрузить: --of ${NAMES.join('|')}`);
    return { of: readChoice('of', of, NAMES), format: readChoice('format', format, FORMATS), to };
  },
  needs: ({ to }) => ({ writes: to }),
  async run(context, { of, format }) {
    const set = EXPORT_SETS[of];
    const { zone } = context.env;
    let total = 0;
    await inSnapshot(context.db, async tx => {
      async function* counted() {
        for await (const rows of pagesOf(tx, set)) {
          total += rows.length;
          yield rows;
        }
      }
      const shown = { columns: set.columns, zone };
      const parts = format === 'xlsx' ? xlsxOf(of, shown, counted()) : textOf(format, shown, counted());
      for await (const part of parts) await context.output(part);
    });
    return [`Выгружено: ${of}, ${rowsInWords(total)}.`];
  },
});

/** By the end of the file's name. */
function formatOf(path: string): string {
  return FORMATS.find(format => path.toLowerCase().endsWith(`.${format}`)) ?? 'csv';
}

type Shown = { columns: readonly ExportColumn[]; zone: string };

async function* textOf(format: 'csv' | 'jsonl', shown: Shown, pages: AsyncIterable<readonly ExportRow[]>) {
  yield Buffer.from(headOf(format, shown.columns));
  for await (const rows of pages) yield Buffer.from(textOfRows(rows, { format, ...shown }));
}

async function* pagesOf(tx: Tx, { page }: ExportSet) {
  for (let after = '-9223372036854775808'; ; ) {
    const rows = await textRows<string>(tx, page(after, PAGE));
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}
