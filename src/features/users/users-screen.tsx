import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function UsersScreen() {
  return <PageTitle>Пользователи</PageTitle>;
}
