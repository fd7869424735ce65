import { Link } from 'react-router-dom';
import type { Account, ListedUser } from '#contract/users.ts';
import { Chip } from '#ui/chip.tsx';
import { Ban } from '#ui/icons-of-screens.ts';
import type { Column } from '#ui/table/column.ts';
import { texts } from './texts.ts';
import styles from './users.module.css';

/** What is told of each user, in the order of the specification. */
export const plainColumns: readonly Column<ListedUser>[] = [
  { id: 'id', title: texts.id, value: user => user.id, kind: 'code' },
  { id: 'name', title: texts.name, value: user => user.name, isName: true },
  { id: 'email', title: texts.email, value: user => user.email },
  {
    id: 'roles',
    title: texts.roles,
    value: rolesOf,
    cell: user => <Roles user={user} />,
    sortable: false,
  },
];

type Settings = {
  /** The address of somebody's panel. */
  panelOf: (id: number) => string;
  /** An open panel leaves name, address and state. */
  isNarrow: boolean;
};

/** The same, each name a way to its panel, with the state of whoever is blocked. */
export function accountColumns({ panelOf, isNarrow }: Settings): readonly Column<Account>[] {
  const all = plainColumns.map((column): Column<Account> => {
    if (column.id !== 'name') return column;
    return {
      ...column,
      cell: account => (
        <span className={styles.name}>
          <Link to={panelOf(account.id)} data-user={account.id}>
            {account.name}
          </Link>
          {account.state === 'blocked' && <BlockedChip isShort={isNarrow} />}
        </span>
      ),
    };
  });
  return isNarrow ? all.filter(({ id }) => id === 'name' || id === 'email') : all;
}

/** `isShort`: the icon alone, its word for readers and the tooltip. */
export function BlockedChip({ isShort = false }: { isShort?: boolean }) {
  return (
    <span title={isShort ? texts.blockedMark : undefined}>
      <Chip tone="err" icon={<Ban size={16} />}>
        <span className={isShort ? 'visually-hidden' : undefined}>{texts.blockedMark}</span>
      </Chip>
    </span>
  );
}

export function rolesOf({ roles }: Pick<ListedUser, 'roles'>): string {
  return roles.map(role => role.display_name).join(', ') || texts.noRoles;
}

function Roles({ user }: { user: Pick<ListedUser, 'roles'> }) {
  if (user.roles.length === 0) return <span>{texts.noRoles}</span>;
  return (
    <span className={styles.roles}>
      {user.roles.map(role => (
        <Chip key={role.display_name}>{role.display_name}</Chip>
      ))}
    </span>
  );
}
