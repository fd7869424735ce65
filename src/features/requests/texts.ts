export const texts = {
  titleOf: (code: string) => `Заявка ${code}`,
  share: 'Поделиться',
  orderAgain: 'Заказать еще раз',
  changed: 'Новое',
  copied: 'Скопировано',
  copyFailed: 'Не удалось скопировать',
  unseen: 'Эту заявку еще не открывали на этом устройстве.',
  stale: 'Показана последняя копия.',
} as const;
