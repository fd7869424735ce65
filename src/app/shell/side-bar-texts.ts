/** The words of the side menu: apart, because the first paint does without it. */
export const sideBarTexts = {
  menu: 'Меню',
  find: 'Найти',
  sidebar: 'Боковая панель',
  account: (name: string) => `Профиль: ${name}`,
  fold: 'Свернуть меню',
  unfold: 'Развернуть меню',
  version: (version: string) => `Версия ${version}`,
  lastSync: (when: string) => `Обмен ${when}`,
  neverSynced: 'Обмена еще не было',
} as const;
