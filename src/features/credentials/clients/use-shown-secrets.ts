import { useState } from 'react';
import type { Client } from '#contract/credentials.ts';
import type { ShownSecret } from './shown-secrets.tsx';

/** The secrets that were told since this screen was opened: in its memory alone, and gone with it. */
export function useShownSecrets() {
  const [shown, setShown] = useState<readonly ShownSecret[]>([]);
  return {
    shown,
    learn({ id, name, secret = '' }: Client) {
      if (secret !== '') setShown(before => [...before, { id: String(id), name, secret, isSeen: false }]);
    },
    see: (seen: string) =>
      setShown(before => before.map(each => (each.id === seen ? { ...each, isSeen: true } : each))),
    forget: (gone: string) => setShown(before => before.filter(({ id }) => id !== gone)),
  };
}
