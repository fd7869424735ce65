export const texts = {
  title: 'Приложения и токены',
  clients: 'OAuth clients',
  clientsWhy: 'Ваши программы и сайты, которые могут попросить у пользователей доступ к их данным.',
  applications: 'Authorized applications',
  applicationsWhy: 'Кому вы разрешили действовать от вашего имени. Разрешение можно отозвать в любой момент.',
  tokens: 'Personal access tokens',
  tokensWhy: 'Ключи для ваших собственных программ: они входят под вами, но без вашего пароля.',
} as const;
