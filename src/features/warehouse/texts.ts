/** The words of the warehouse that more than one of its screens says. */
export const texts = {
  inDevelopment: 'Раздел в разработке',
  sections: 'Разделы склада',
  receipts: 'Оприходования',
  writeOffs: 'Списания',
  moves: 'Перемещения',
  inventories: 'Инвентаризации',
  movesToCome: 'Здесь появятся перемещения товаров между складами',
  inventoriesToCome: 'Здесь появится сверка остатков на складах с учетом',
  meanwhile: 'а пока открыты',
  and: 'и',
} as const;
