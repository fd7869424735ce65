import type { ReactNode } from 'react';
import { type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import { texts } from './texts.ts';

export type OwnListViewProps<List> = {
  remote: RemoteReading<List>;
  children: (value: List) => ReactNode;
};

/** One panel's list. What the server refuses or does not have is this panel's alone: the others live. */
export function OwnListView<List>({ remote, children }: OwnListViewProps<List>) {
  const { problem, value } = remote;
  const isMissing = problem?.status === 404;
  // Old servers say in HTML that they have no such address.
  if (isMissing && value === undefined) return <p>{texts.notOffered}</p>;
  return (
    <RemoteView remote={remote} refused={<p>{isMissing ? texts.notOffered : texts.forbidden}</p>}>
      {children}
    </RemoteView>
  );
}
