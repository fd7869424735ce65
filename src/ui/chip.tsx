import type { ReactNode } from 'react';
import type { EntryStatus } from '#sync/entry-status.ts';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { CircleAlert, Clock, KeyRound, SearchCheck } from './icons.ts';
import { Check, Link, Pencil } from './icons-of-screens.ts';
import { Spinner } from './spinner.tsx';

export type Tone = 'warn' | 'err' | 'ok' | 'info' | 'imp' | 'neutral';

type ChipProps = { tone?: Tone; icon?: Elements; children: ReactNode };

/** A short word with an icon on a soft colour: never colour alone. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

export type EntryAppearance = EntryStatus | 'draft';

const APPEARANCES: Record<EntryAppearance, { tone: Tone; word: string; icon: Elements }> = {
  queued: { tone: 'warn', word: 'Ждет отправки', icon: <Clock size={16} /> },
  sending: { tone: 'info', word: 'Отправляем', icon: <Spinner size={16} /> },
  checking: { tone: 'info', word: 'Проверяем', icon: <SearchCheck size={16} /> },
  failed: { tone: 'err', word: 'Не отправлено', icon: <CircleAlert size={16} /> },
  question: { tone: 'err', word: 'Нужен ваш ответ', icon: <CircleAlert size={16} /> },
  parked: { tone: 'warn', word: 'Ждет обновления приложения', icon: <Clock size={16} /> },
  blocked: { tone: 'warn', word: 'Уйдет после контакта', icon: <Link size={16} /> },
  held: { tone: 'warn', word: 'Нужен вход', icon: <KeyRound size={16} /> },
  done: { tone: 'ok', word: 'Отправлено', icon: <Check size={16} /> },
  draft: { tone: 'info', word: 'Черновик', icon: <Pencil size={16} /> },
};

/** The state of one saved thing, in icon, word and colour. `text` replaces the word where a screen has a better one. */
export function StateChip({ state, text }: { state: EntryAppearance; text?: string | undefined }) {
  const look = APPEARANCES[state];
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {text ?? look.word}
    </Chip>
  );
}

/** The same in one word, where there is no room for a chip. */
export function wordOf(state: EntryAppearance): string {
  return APPEARANCES[state].word;
}

/** The stripe of a card in this state, or none when it is synced. */
export function stripeOf(state: EntryAppearance): 'warn' | 'err' | 'info' | undefined {
  const tone = APPEARANCES[state].tone;
  return tone === 'warn' || tone === 'err' || tone === 'info' ? tone : undefined;
}
