import { useState } from 'react';
import { BASE, paths } from '#domain/paths.ts';
import { noteLeavingPage } from '#kit/leave-page.ts';
import { useDevice } from './device-context.ts';

/** The way back to oneself: to where one came from, with a page that is loaded anew and holds nothing of the other's. */
export function useEndImpersonation(): { endImpersonation: () => void; isEnding: boolean } {
  const { session } = useDevice();
  const [isEnding, setEnding] = useState(false);
  const endImpersonation = () => {
    setEnding(true);
    // Whatever goes wrong: the page that is loaded then says as whom it works.
    void session.endImpersonation().finally(() => {
      noteLeavingPage();
      window.location.assign(BASE + paths.users);
    });
  };
  return { endImpersonation, isEnding };
}
