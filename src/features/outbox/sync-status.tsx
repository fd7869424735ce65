import { DAY_MS } from '#kit/clock.ts';
import type { SyncSummary } from '#state/sync.ts';
import type { Tone } from '#ui/chip.tsx';
import type { Elements } from '#ui/elements.ts';
import {
  CircleAlert,
  CircleCheck,
  Clock,
  CloudOff,
  KeyRound,
  SearchCheck,
  TriangleAlert,
} from '#ui/icons.ts';
import { whyWaiting } from '#ui/remote/answer-fault.ts';
import { Spinner } from '#ui/spinner.tsx';

/** One kind of what is not sent yet, or that nothing is. */
export type SyncPart = { key: string; text: string; tone: Tone; icon: Elements };

const texts = {
  allSent: 'Все отправлено',
  question: 'Нужен ваш ответ',
  failed: 'Не отправлено',
  held: 'Нужен вход',
  sending: 'Отправляем',
  pending: 'Ждут отправки',
  checking: 'Проверяем',
  offline: 'Нет связи',
} as const;

/**
 * The state of the queue for every place that shows it: what waits, kind by kind, the worst first; the counts add up to
 * `total`. `words` says all of it, with what stands in the way of it.
 */
export function describeSync(summary: SyncSummary, now: number) {
  const { question, failed, held, sending, checking, pending, total, oldestAt } = summary;
  const isOld = oldestAt !== null && now - oldestAt > DAY_MS;
  const part = (key: keyof typeof texts, count: number, tone: Tone, icon: Elements): SyncPart[] =>
    count > 0 ? [{ key, text: `${texts[key]}: ${count}`, tone: isOld ? 'err' : tone, icon }] : [];
  const parts = [
    part('question', question, 'err', <CircleAlert size={20} />),
    part('failed', failed, 'err', <CircleAlert size={20} />),
    part('held', held, 'warn', <KeyRound size={20} />),
    part('sending', sending, 'info', <Spinner />),
    part('pending', pending, 'warn', <Clock size={20} />),
    part('checking', checking, 'info', <SearchCheck size={20} />),
  ].flat();
  const done: SyncPart = {
    key: 'allSent',
    text: texts.allSent,
    tone: 'ok',
    icon: <CircleCheck size={20} />,
  };
  const obstacle = obstacleTo(summary);
  const [worst = done] = parts;
  const words = [obstacle?.text, ...parts.map(({ text }) => text)].filter(Boolean).join(' · ');
  return { parts, worst, done, total, obstacle, words: words || done.text };
}

/** Why nothing goes out now: no network, or an answer that nobody expected. */
function obstacleTo({ reachable, total, passProblem }: SyncSummary): SyncPart | null {
  const part = (key: string, text: string, icon: Elements): SyncPart => ({ key, text, tone: 'warn', icon });
  if (!reachable) return part('offline', texts.offline, <CloudOff size={20} />);
  const fault = total > 0 && passProblem ? whyWaiting(passProblem) : '';
  return fault ? part('fault', fault, <TriangleAlert size={20} />) : null;
}
