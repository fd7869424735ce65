/** The words of the moderators' menu and of adding promoters. */
export const texts = {
  management: 'Управление',
  reports: 'Отчеты',
  statistics: 'Статистика',
  addPromoter: 'Добавить промоутера',
  offline: 'Нет связи. Разделы покажут то, что загружено раньше, действия в них недоступны.',
} as const;
