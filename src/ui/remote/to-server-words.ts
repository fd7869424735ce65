import { answerWords } from './answer-fault.ts';

/** Our word for what a server says of a field in the language of its developers. */
const texts = { fieldNotAccepted: 'Сервер не принял это поле' } as const;

/** What a framework says of any refused form: nothing. */
const SAYS_NOTHING = /^The given data was invalid\.?$/;

/** What a framework says by itself is English and helps nobody. */
function isForPeople(words: string): boolean {
  return /\p{Script=Cyrillic}/u.test(words);
}

type Said = { status?: number; message: string; fields?: Readonly<Record<string, readonly string[]>> };

/**
 * What a server said, for people: its own words where they are Russian, else ours, `own` or the status's. What it really
 * said stands on a line of its own behind ours, and `ServerWords` puts it behind «Подробнее». '' where it said nothing.
 */
export function toServerWords({ status = 422, message, fields = {} }: Said, own = ''): string {
  const said = Object.values(fields).flat();
  // One line each: what stands behind a line break is what is unfolded.
  const all = (said.length > 0 ? said : [message]).map(words => words.replace(/\s+/g, ' ').trim());
  const known = all.filter(isForPeople).join(' ');
  const others = all.filter(words => !isForPeople(words) && !SAYS_NOTHING.test(words)).join(' ');
  if (others === '') return known || (SAYS_NOTHING.test(message) ? own || statusWords(status) : '');
  return `${known || own || statusWords(status)}\n${others}`;
}

function statusWords(status: number): string {
  return answerWords({ kind: status >= 500 ? 'server' : 'refused', status });
}

/** The same of what it said against one field. */
export function toFieldWords(messages: readonly string[]): string {
  return (
    toServerWords({ message: '', fields: { field: messages } }, texts.fieldNotAccepted) ||
    texts.fieldNotAccepted
  );
}
