import { RemoteView } from '#ui/remote/remote-view.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useReadings } from './use-readings.ts';
import { useFoundDrafts } from './workbench/use-found-drafts.ts';
import { Workbench } from './workbench/workbench.tsx';

/** The policies and the editor of one. */
export function PoliciesScreen() {
  const readings = useReadings();
  const drafts = useFoundDrafts();
  return (
    <RemoteView remote={readings.remote}>
      {value => (drafts ? <Workbench value={value} readings={readings} drafts={drafts} /> : <Skeleton />)}
    </RemoteView>
  );
}
