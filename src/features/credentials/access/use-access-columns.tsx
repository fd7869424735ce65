import { useMemo } from 'react';
import { listScopes, type Token } from '#contract/credentials.ts';
import { formatDate, type WallClock } from '#kit/date.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { Chip } from '#ui/chip.tsx';
import { CircleAlert, Clock } from '#ui/icons.ts';
import type { Column } from '#ui/table/column.ts';
import { lastUseColumn, useNow } from '../shared/last-use.tsx';
import styles from './access.module.css';
import { expiryOf } from './expiry.ts';
import { texts } from './texts.ts';

type ColumnTexts = {
  /** The title of the first column. */
  title: string;
  /** What the day is called on which it began. */
  createdColumn: string;
  usedColumn: string;
};

/**
 * What is told of whoever may call for the user: its name, its rights, since when and until when, and when it last did,
 * where the backend knows.
 */
export function useAccessColumns(
  { title, createdColumn, usedColumn }: ColumnTexts,
  nameOf: (token: Token) => string,
  hasUse: boolean,
): readonly Column<Token>[] {
  const scopeTitleOf = useScopeTitles();
  const now = useNow();
  return useMemo(() => {
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
      ...(hasUse ? [lastUseColumn<Token>(usedColumn, now)] : []),
      {
        id: 'until',
        title: texts.until,
        value: token => token.expires_at,
        kind: 'date',
        cell: token => <ExpiryCell until={token.expires_at ?? ''} now={now} />,
      },
    ];
  }, [title, createdColumn, usedColumn, nameOf, hasUse, scopeTitleOf, now]);
}

/** The words for rights, an id where the server has none. Lists do not wait for them. */
function useScopeTitles(): (scope: string) => string {
  const { value } = useRemote(listScopes, {});
  return useMemo(() => {
    const titles = new Map(value?.map(({ id, description }) => [id, description]));
    return scope => titles.get(scope) || (scope === '*' ? texts.allScopes : scope);
  }, [value]);
}

function Scopes({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return <span>{texts.noScopes}</span>;
  if (titles.length === 1) return <div className={styles.scopes}>{titles[0]}</div>;
  return (
    <ul className={styles.scopes}>
      {titles.map(scopeTitle => (
        <li key={scopeTitle}>{scopeTitle}</li>
      ))}
    </ul>
  );
}

const EXPIRY_CHIPS = {
  soon: { tone: 'warn', icon: <Clock size={16} />, children: texts.expiresSoon },
  expired: { tone: 'err', icon: <CircleAlert size={16} />, children: texts.expired },
} as const;

function ExpiryCell({ until, now }: { until: string; now: WallClock }) {
  if (until === '') return <span>{texts.unlimited}</span>;
  const expiry = expiryOf(until, now);
  return (
    <>
      <span>{formatDate(until)}</span>
      {expiry && (
        <div>
          <Chip {...EXPIRY_CHIPS[expiry]} />
        </div>
      )}
    </>
  );
}
