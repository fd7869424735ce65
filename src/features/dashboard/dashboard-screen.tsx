import { useSession } from '#state/session.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { allWays } from '#ui/side-menu.tsx';
import { Tiles } from '#ui/tiles.tsx';

/** The word that the specification has, and the ways that this user may go. */
export function DashboardScreen() {
  const { user } = useSession();
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <Tiles items={allWays(user?.can ?? {})} />
    </>
  );
}
