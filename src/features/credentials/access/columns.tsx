import type { Token } from '#contract/credentials.ts';
import { formatDate, type WallClock } from '#kit/date.ts';
import { Chip } from '#ui/chip.tsx';
import { CircleAlert, Clock } from '#ui/icons.ts';
import type { Column } from '#ui/table/column.ts';
import styles from './access.module.css';
import { expiryOf } from './expiry.ts';
import { texts } from './texts.ts';
import type { ScopeTitleOf } from './use-scope-titles.ts';

export type ColumnSettings = {
  /** The title of the first column, and the name of a row in it. */
  title: string;
  nameOf: (token: Token) => string;
  /** What the day is called on which it began. */
  createdColumn: string;
  scopeTitleOf: ScopeTitleOf;
  now: WallClock;
};

/** What is told of whoever may call for the user: its name, its rights, since when and until when. */
export function columnsOf({
  title,
  nameOf,
  createdColumn,
  scopeTitleOf,
  now,
}: ColumnSettings): readonly Column<Token>[] {
  const scopeTitlesOf = (token: Token) => token.scopes.map(scopeTitleOf);
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
      value: token => scopeTitlesOf(token).join('; ') || texts.noScopes,
      cell: token => <Scopes titles={scopeTitlesOf(token)} />,
    },
    {
      id: 'created',
      title: createdColumn,
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
      cell: token => <ExpiryCell until={token.expires_at ?? ''} now={now} />,
    },
  ];
}

function Scopes({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return texts.noScopes;
  if (titles.length === 1) return titles[0];
  return (
    <ul className={styles.scopes}>
      {titles.map(scopeTitle => (
        <li key={scopeTitle}>{scopeTitle}</li>
      ))}
    </ul>
  );
}

function ExpiryCell({ until, now }: { until: string; now: WallClock }) {
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
