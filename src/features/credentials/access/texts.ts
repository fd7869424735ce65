/** What the panels of applications and of personal tokens have in common. */
export const texts = {
  nameless: 'Без названия',
  noScopes: 'Без прав',
  allScopes: 'Все права',
  scopes: 'Права',
  until: 'Действует до',
  unlimited: 'Бессрочно',
  expiresSoon: 'Скоро истечет',
  expired: 'Истек',
  revoke: 'Отозвать',
  revokeNamed: (name: string) => `Отозвать: ${name}`,
} as const;
