import { useAtom } from 'jotai';
import { lazy, useCallback, useEffect } from 'react';
import { type Device, useDevice } from '#state/device-context.ts';
import { postCallAtom } from '#state/post-call-atom.ts';
import { type Call, ownerKeyOf } from '#storage/outbox-db.ts';
import { type Calling, CallRecorder } from '#ui/calling.ts';
import type { Elements } from '#ui/elements.ts';
import { PHONE } from '#ui/use-media.ts';
import { OptionalPart } from '../error-boundary.tsx';

const PostCallSheet = lazy(() =>
  import('#features/contacts/calls/post-call-sheet.tsx').then(module => ({ default: module.PostCallSheet })),
);

const loadRecorder = () => import('./record-call.ts');

/** Who signed in meanwhile is not asked about somebody else's call. */
function isOwn({ session }: Device, call: Call): boolean {
  const owner = session.lastOwner();
  return owner !== null && ownerKeyOf(owner) === call.ownerKey;
}

/** Every call button below records its call; after the return from the dialer what came of it is asked, once. */
export function CallWatch({ children }: { children: Elements }) {
  const device = useDevice();
  const [asked, ask] = useAtom(postCallAtom);
  useEffect(() => {
    // Not on this device yet: it is asked for again at the call.
    const loading = loadRecorder();
    loading.catch(() => undefined);
    // A desktop has no dialer to come back from.
    if (window.matchMedia(PHONE).matches)
      void loading.then(
        recorder => recorder.askAfterRestart(device, ask),
        () => undefined,
      );
    return () => ask(null);
  }, [ask, device]);
  const record = useCallback(
    async (calling: Calling) => (await loadRecorder()).recordAndAsk(device, calling, ask),
    [device, ask],
  );
  return (
    <CallRecorder value={record}>
      {children}
      {asked && isOwn(device, asked) && (
        <OptionalPart key={asked.id}>
          <PostCallSheet call={asked} onClose={() => ask(null)} />
        </OptionalPart>
      )}
    </CallRecorder>
  );
}
