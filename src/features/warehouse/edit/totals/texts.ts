const NBSP = '\u00a0';

/** The words of the totals. */
export const texts = {
  title: 'Итоги документа',
  amount: 'Сумма',
  discount: 'Скидка',
  tax: 'Налог',
  vat: 'НДС',
  vatIncluded: (rate: string) => `НДС ${rate}${NBSP}% в том числе`,
  vatOnTop: (rate: string) => `НДС ${rate}${NBSP}% сверху`,
  vatUnread: 'Ставка не читается',
  total: 'Итого',
  totalUnknown: 'Не посчитать',
  uncounted: (count: number) => `Не посчитано строк: ${count}`,
} as const;
