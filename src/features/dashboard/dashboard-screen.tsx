import { lazy, Suspense } from 'react';
import { MANAGERS, satisfies } from '#domain/permissions.ts';
import { useSession } from '#state/session.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { allWays } from '#ui/side-menu.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tiles } from '#ui/tiles.tsx';

/** No promoter needs it. It is not there without a network on a device that has never shown it. */
const WaitingList = lazy(() =>
  import('./waiting/waiting-list.tsx')
    .then(module => ({ default: module.WaitingList }))
    .catch(() => ({ default: Ways })),
);

/** The word that the specification has, and below it what waits for moderators and administrators. */
export function DashboardScreen() {
  const can = useSession().user?.can ?? {};
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      {satisfies(can, MANAGERS) ? (
        <Suspense fallback={<Skeleton />}>
          <WaitingList can={can} instead={<Ways can={can} />} />
        </Suspense>
      ) : (
        <Ways can={can} />
      )}
    </>
  );
}

/** The ways that this user may go. */
function Ways({ can }: { can: Readonly<Record<string, boolean>> }) {
  return <Tiles items={allWays(can)} />;
}
