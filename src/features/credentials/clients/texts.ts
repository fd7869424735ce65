/** The words of the clients' panel. */
export const texts = {
  caption: 'Ваши клиенты',
  name: 'Название',
  id: 'ID',
  redirect: 'Адреса возврата',
  used: 'Использован',
  secret: 'Секрет',
  secretOf: (name: string) => `Секрет клиента ${name}`,
  empty: 'Клиентов пока нет',
  create: 'Создать клиента',
  createTitle: 'Новый клиент',
  editTitle: (name: string) => `Клиент ${name}`,
  createSubmit: 'Создать',
  namePurpose: 'Это название увидят пользователи, когда их попросят о доступе.',
  redirectPurpose:
    'Куда вернуть пользователя с кодом. Несколько адресов разделите запятыми или строками. ' +
    'Нужен https, а http только на этом же компьютере (localhost).',
  redirectWarning: (words: string) => `Похоже на ошибку: ${words}. Сервер может не принять.`,
  clientOf: (name: string) => `Клиент ${name}`,
  created: 'создан',
  changed: 'изменен',
  removed: 'удален',
  removedAlready: 'уже удален',
  secretCreated: (name: string) => `Клиент ${name} создан`,
  secretReplaced: (name: string) => `Секрет клиента ${name} заменен`,
  secretShownOnce: 'Его секрет сообщается только сейчас: скопируйте и сохраните его.',
  secretCopied: 'Я скопировал секрет',
  leaveTitle: 'Уйти, не взяв секрет?',
  leaveWhy: (name: string, wayOut: string) => `Секрет больше нигде не узнать: ${name}. ${wayOut}`,
  createAgain: 'Придется создать клиента заново.',
  replaceIt: 'Придется заменить его.',
  listUnreadAfterCreate: (why: string) =>
    `${why}. Возможно, клиент уже создан. Список сейчас не прочитать, перед повтором он будет проверен.`,
  listUnreadAfterEdit: (why: string) =>
    `${why}, и список сейчас не прочитать. Сохранить еще раз не повредит.`,
  notCreated: (why: string) => `${why}. Список прочитан заново: такого клиента в нем нет, можно повторить.`,
  unchanged: (why: string) => `${why}. Список прочитан заново: там прежние значения, можно повторить.`,
  createdPerhaps: (why: string) =>
    `${why}. Возможно, клиент создан: в списке есть такой, но раньше список было не прочитать. Проверьте, ваш ли он, прежде чем создавать еще один.`,
  createdWithoutSecret: (why: string) =>
    `${why}. Список прочитан заново: клиент создан, но его секрет не получен. Удалите этого клиента и создайте его заново.`,
  createdToReplace: (why: string) =>
    `${why}. Список прочитан заново: клиент создан, но его секрет не получен. Замените секрет этого клиента.`,
  replaceSecret: 'Заменить секрет',
  removeMade: 'Удалить этого клиента',
  replaceSecretOf: (name: string) => `Заменить секрет: ${name}`,
  askReplace: (name: string) => `Заменить секрет клиента ${name}?`,
  replaceWhy:
    'Прежний секрет сразу перестанет действовать: приложение не сможет получать и продлевать доступ, пока в нем не укажут новый. ' +
    'Уже выданный доступ останется: пользователям не придется разрешать его снова.',
  replaceUnknown: (why: string) =>
    `${why}. Возможно, прежний секрет уже не действует, а новый не узнать. Замените еще раз.`,
  replaceNotOffered: 'Этот сервер не умеет заменять секрет.',
  askRemove: (name: string) => `Удалить клиента ${name}?`,
  removeWord: 'удалить',
  removeWhy:
    'Все приложения с этим клиентом сразу потеряют доступ, у всех пользователей. Отменить это нельзя.',
  endpointUrls: 'Адреса для приложения',
  endpointUrlsWhy: 'Вход по коду с PKCE (S256); код и токены выдаются по этим адресам.',
  authorizeAt: 'Разрешение',
  tokenAt: 'Токены',
} as const;
