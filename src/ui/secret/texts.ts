export const texts = {
  masked: 'скрыто',
  show: 'Показать',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyRefused: 'Браузер не дал скопировать. Значение выделено: скопируйте его сами.',
  actionOn: (action: string, what: string) => `${action}: ${what}`,
} as const;
