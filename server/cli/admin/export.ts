import { inSnapshot } from '../../db/copy/read-copy.ts';
import { textRows } from '../../db/copy/tables.ts';
import type { Tx } from '../../db/database.ts';
import { adminCommand, noPositional, readChoice, WrongUsage } from './command.ts';
import { STDOUT } from './command-io.ts';
import { rowsInWords } from './copy-words.ts';
import { EXPORT_SETS, type ExportSet } from './export-sets.ts';
import { headOf, textOfRows } from './export-text.ts';

const PAGE = 500;

// They are the names of our own list.
const NAMES = Object.keys(EXPORT_SETS) as (keyof typeof EXPORT_SETS)[];
const FORMATS = ['csv', 'jsonl'] as const;

/** Data of the firm for people and their spreadsheets; what comes back by `restore` is made by `backup`. */
export const exportData = adminCommand({
  name: 'export',
  summary: 'Выгрузить данные для таблиц или программ: csv, jsonl',
  usage: `--of ${NAMES.join('|')} [--format csv|jsonl] [--to <файл>|-]`,
  details: [
    `--of       что выгрузить: ${NAMES.join(', ')}; удаленные контакты не выгружаются`,
    '--format   csv (по умолчанию): для русских Excel и LibreOffice, «;» и UTF-8 с BOM, формулы обезврежены',
    '           jsonl: один объект JSON в строке, null вместо пустого',
    '--to       новый файл с правами 0600; без него или с - выгрузка идет в stdout',
    'Время по часам фирмы (FIRM_ZONE), суммы в рублях с копейками. Паролей, хешей и токенов в выгрузке нет.',
    'Пример:    npm run -s admin -- export --of requests --format csv --to requests.csv',
  ],
  optionNames: ['of', 'format', 'to'],
  read(given) {
    noPositional(given);
    const { of, format = 'csv', to = STDOUT } = given.options;
    if (of === undefined) throw new WrongUsage(`Не указано, что выгрузить: --of ${NAMES.join('|')}`);
    return { of: readChoice('of', of, NAMES), format: readChoice('format', format, FORMATS), to };
  },
  needs: ({ to }) => ({ writes: to }),
  async run(context, { of, format }) {
    const set = EXPORT_SETS[of];
    const { columns } = set;
    let total = 0;
    await inSnapshot(context.db, async tx => {
      await context.output(Buffer.from(headOf(format, columns)));
      for await (const rows of pagesOf(tx, set)) {
        total += rows.length;
        await context.output(Buffer.from(textOfRows(rows, { format, columns, zone: context.env.zone })));
      }
    });
    return [`Выгружено: ${of}, ${rowsInWords(total)}.`];
  },
});

async function* pagesOf(tx: Tx, { page }: ExportSet) {
  for (let after = '-9223372036854775808'; ; ) {
    const rows = await textRows<string>(tx, page(after, PAGE));
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}
