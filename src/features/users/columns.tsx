import type { ListedUser } from '#contract/users.ts';
import { Chip } from '#ui/chip.tsx';
import type { Column } from '#ui/table/column.ts';
import { texts } from './texts.ts';
import styles from './users.module.css';

/** What is told of each user. The name stands first, because it names the row and its card. */
export const columns: readonly Column<ListedUser>[] = [
  { id: 'name', title: texts.name, value: user => user.name },
  { id: 'id', title: texts.id, value: user => user.id, kind: 'code' },
  { id: 'email', title: texts.email, value: user => user.email },
  { id: 'roles', title: texts.roles, value: rolesOf, cell: user => <Roles user={user} /> },
];

function rolesOf({ roles }: ListedUser): string {
  return roles.map(role => role.display_name).join(', ') || texts.noRoles;
}

function Roles({ user }: { user: ListedUser }) {
  if (user.roles.length === 0) return texts.noRoles;
  return (
    <span className={styles.roles}>
      {user.roles.map(role => (
        <Chip key={role.display_name}>{role.display_name}</Chip>
      ))}
    </span>
  );
}
