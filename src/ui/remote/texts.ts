/** The words of screens that need a network. */
export const texts = {
  needsNetwork: 'Этот раздел работает только при связи.',
  actionNeedsNetwork: 'Нет связи: действие сейчас недоступно',
  actionNeedsSession: 'Сессия закончилась: войдите, чтобы продолжить',
  shownIsOlder: 'Показано то, что загружено раньше.',
} as const;

/** Why an action is disabled, in words; undefined when nothing is in its way. */
export function blockedBecause(blockedReason: 'offline' | 'held' | null): string | undefined {
  if (blockedReason === null) return undefined;
  return blockedReason === 'held' ? texts.actionNeedsSession : texts.actionNeedsNetwork;
}
