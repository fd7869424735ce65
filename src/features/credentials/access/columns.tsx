import type { Token } from '#contract/credentials.ts';
import { formatDate, type WallClock } from '#kit/date.ts';
import { Chip } from '#ui/chip.tsx';
import { CircleAlert, Clock } from '#ui/icons.ts';
import type { Column } from '#ui/table/column.ts';
import styles from './access.module.css';
import { expiryOf } from './expiry.ts';
import { texts } from './texts.ts';
import type { TitleOf } from './use-scope-titles.ts';

export type ColumnsGiven = {
  /** The title of the first column, and the name of a row in it. */
  title: string;
  nameOf: (token: Token) => string;
  /** What the day is called on which it began. */
  began: string;
  titleOf: TitleOf;
  now: WallClock;
};

/** What is told of whoever may call for the user: its name, its rights, since when and until when. */
export function columnsOf({ title, nameOf, began, titleOf, now }: ColumnsGiven): readonly Column<Token>[] {
  const wordsOf = (token: Token) => token.scopes.map(titleOf);
  return [
    {
      id: 'name',
      title,
      value: nameOf,
      cell: token => <span className={styles.name}>{nameOf(token)}</span>,
    },
    {
      id: 'scopes',
      title: texts.scopes,
      value: token => wordsOf(token).join('; ') || texts.noScopes,
      cell: token => <Scopes words={wordsOf(token)} />,
    },
    {
      id: 'created',
      title: began,
      value: token => token.created_at,
      kind: 'date',
      // Without the time: there must be room for the rights.
      cell: token => formatDate(token.created_at ?? ''),
    },
    {
      id: 'until',
      title: texts.until,
      value: token => token.expires_at,
      kind: 'date',
      cell: token => <Until until={token.expires_at ?? ''} now={now} />,
    },
  ];
}

function Scopes({ words }: { words: readonly string[] }) {
  if (words.length === 0) return texts.noScopes;
  if (words.length === 1) return words[0];
  return (
    <ul className={styles.scopes}>
      {words.map(word => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}

function Until({ until, now }: { until: string; now: WallClock }) {
  if (until === '') return texts.unlimited;
  const expiry = expiryOf(until, now);
  return (
    <>
      {formatDate(until)}
      {expiry && <div>{expiry === 'soon' ? <ExpiresSoon /> : <Expired />}</div>}
    </>
  );
}

function ExpiresSoon() {
  return (
    <Chip tone="warn" icon={<Clock size={16} />}>
      {texts.expiresSoon}
    </Chip>
  );
}

function Expired() {
  return (
    <Chip tone="err" icon={<CircleAlert size={16} />}>
      {texts.expired}
    </Chip>
  );
}
