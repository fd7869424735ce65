export const texts = {
  title: 'Приложения и токены',
} as const;
