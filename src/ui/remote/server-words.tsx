import { texts } from './refusal-texts.ts';

/** What a framework says by itself is English and helps nobody. */
export function isForPeople(words: string): boolean {
  return /\p{Script=Cyrillic}/u.test(words);
}

type Said = { status?: number; message: string; fields?: Readonly<Record<string, readonly string[]>> };

/**
 * What a server said, for people: its own words where they are Russian, else ours, `own` or the status's. What it really
 * said stands on a line of its own behind ours, and `ServerWords` puts it behind «Подробнее». '' where it said nothing.
 */
export function toServerWords({ status = 422, message, fields = {} }: Said, own = ''): string {
  const said = Object.values(fields).flat();
  const known = said.filter(isForPeople);
  if (known.length > 0) return known.join(' ');
  const whole = said.join(' ') || message;
  if (whole === '' || isForPeople(whole)) return whole;
  return `${own || statusWords(status)}\n${whole}`;
}

function statusWords(status: number): string {
  return texts.refused[status] ?? (status >= 500 ? texts.serverFailed : texts.notAccepted);
}

/** The same of what it said against one field. */
export function toFieldWords(messages: readonly string[]): string {
  return toServerWords({ message: '', fields: { field: messages } }, texts.fieldNotAccepted);
}

/** The part that is for people, for where nothing can be unfolded. */
export function firstLine(words: string): string {
  return words.split('\n')[0] ?? '';
}

/** The part that is for people, and what the server really said behind «Подробнее». */
export function ServerWords({ words }: { words: string }) {
  const own = firstLine(words);
  if (own === words) return own;
  return (
    <div>
      {own}
      <OriginalWords words={words} />
    </div>
  );
}

/** The other part alone; nothing where there is none. */
export function OriginalWords({ words }: { words: string }) {
  const own = firstLine(words);
  if (own === words) return null;
  return (
    <details>
      <summary>{texts.details}</summary>
      {words.slice(own.length + 1)}
    </details>
  );
}
