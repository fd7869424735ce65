/** Warehouses and nomenclature of a file. */
import { PRICE, parseWithin, TEXT_MAX } from '#domain/warehouse/limits.ts';
import type { Faults } from './faults.ts';
import type { SheetRow } from './read-sheet.ts';

/** A thing that is bought and used up; the price in kopecks. */
export type Thing = { title: string; unit: string; price: number };

/** Reads the rows of nomenclature; a title stands once. */
export function readThings(rows: readonly SheetRow[], faults: Faults): Thing[] {
  const isNew = refuseRepeated(faults);
  return rows.flatMap(row => {
    const [title, unit] = [readTitle(row, faults), row.cell('unit')];
    const price = parseWithin(PRICE, row.cell('price'));
    if (unit === '' || [...unit].length > TEXT_MAX)
      faults.add(row.line, 'единица пустая или слишком длинная');
    else if (price === undefined) {
      faults.add(row.line, `цена «${row.cell('price')}»: рубли, не больше двух знаков после запятой`);
    } else if (title !== undefined && isNew(title, row.line)) return [{ title, unit, price }];
    return [];
  });
}

export function readTitles(rows: readonly SheetRow[], faults: Faults): string[] {
  const isNew = refuseRepeated(faults);
  return rows.flatMap(row => {
    const title = readTitle(row, faults);
    return title !== undefined && isNew(title, row.line) ? [title] : [];
  });
}

function readTitle({ line, cell }: SheetRow, faults: Faults): string | undefined {
  const title = cell('title');
  if (title !== '' && [...title].length <= TEXT_MAX) return title;
  faults.add(line, title === '' ? 'пустое название' : `название длиннее ${TEXT_MAX} знаков`);
  return undefined;
}

function refuseRepeated(faults: Faults): (title: string, line: number) => boolean {
  const known = new Map<string, number>();
  return (title, line) => {
    const before = known.get(title);
    if (before === undefined) known.set(title, line);
    else faults.add(line, `повторяет строку ${before}`);
    return before === undefined;
  };
}
