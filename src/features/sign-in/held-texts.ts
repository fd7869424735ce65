import { plural } from '#kit/plural.ts';

export const entries = (count: number) => `${count} ${plural(count, 'запись', 'записи', 'записей')}`;

/** Of what waits for a sign-in; the shell's banner and the login screen say the same. */
export const heldTexts = {
  sessionEnded: 'Сессия закончилась. Войдите снова.',
  signInToSend: (count: number) => `Войдите, чтобы отправить ${entries(count)}`,
} as const;
