/** What the panels of applications and of personal tokens have in common. */
export const texts = {
  nameless: 'Без названия',
  noScopes: 'Без прав',
  everything: 'Все права',
  scopes: 'Права',
  until: 'Действует до',
  unlimited: 'Бессрочно',
  expiresSoon: 'Скоро истечет',
  expired: 'Истек',
  revoke: 'Отозвать',
  revokeNamed: (name: string) => `Отозвать: ${name}`,
  revokeUnknown: 'Ответ не дошел: возможно, доступ уже отозван. Если он остался в списке, повторите.',
  forbidden: 'Сервер не разрешил это сделать.',
  sessionEnded: 'Сессия закончилась: войдите и повторите.',
  serverBusy: 'Сервер просит подождать. Ничего не изменилось, повторите немного позже.',
  serverFailed: 'Сервер не смог это сделать. Повторите позже.',
} as const;
