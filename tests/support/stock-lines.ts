import type { StockLine } from '#contract/warehouse.ts';

/** A stored line, for tests. */
export function stock(id: number, more: Partial<StockLine> = {}): StockLine {
  return {
    ...{ id, nomenclature_id: id * 10, title: `Товар ${id}`, unit: 'шт' },
    ...{ count: id, price: 100, tax: 0, discount: 0, reason: '', ...more },
  };
}

/** So many of them. */
export function many(count: number): StockLine[] {
  return Array.from({ length: count }, (_, index) => stock(index + 1));
}

/** What a search has found. */
export const found = { id: 900, title: 'Новый', price: 5, unit: 'м' };

/** The same once it is stored as a line. */
export function storedFound(id: number): StockLine {
  return stock(id, {
    nomenclature_id: found.id,
    title: found.title,
    unit: found.unit,
    price: found.price,
    count: 1,
  });
}
