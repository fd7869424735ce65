import type { Elements } from '#ui/elements.ts';
import { type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import { texts } from './texts.ts';

type CredentialListViewProps<List> = {
  remote: RemoteReading<List>;
  children: (value: List) => Elements;
};

/** One panel's list. What the server refuses or does not have is this panel's alone: the others live. */
export function CredentialListView<List>({ remote, children }: CredentialListViewProps<List>) {
  const isMissing = remote.problem?.status === 404;
  // Old servers say in HTML that they have no such calls.
  if (isMissing && remote.value === undefined) return <p>{texts.notOffered}</p>;
  return (
    <RemoteView remote={remote} refused={<p>{isMissing ? texts.notOffered : texts.forbidden}</p>}>
      {children}
    </RemoteView>
  );
}
