/** The words of the warehouse that more than one of its screens says. */
export const texts = {
  inDevelopment: 'Раздел в разработке',
  receipts: 'Оприходования',
  writeOffs: 'Списания',
  moves: 'Перемещения',
  inventories: 'Инвентаризации',
} as const;
