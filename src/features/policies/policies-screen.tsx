import { RemoteView } from '#ui/remote/remote-view.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PoliciesEditor } from './editor/policies-editor.tsx';
import { useFoundDrafts } from './editor/stored-drafts.tsx';
import { usePolicyData } from './use-policy-data.ts';

/** The policies and the editor of one. */
export function PoliciesScreen() {
  const readings = usePolicyData();
  const drafts = useFoundDrafts();
  return (
    <RemoteView remote={readings.remote}>
      {value => (drafts ? <PoliciesEditor value={value} readings={readings} found={drafts} /> : <Skeleton />)}
    </RemoteView>
  );
}
