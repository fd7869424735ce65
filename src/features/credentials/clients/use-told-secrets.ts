import { useState } from 'react';
import type { Client } from '#contract/credentials.ts';
import type { ToldSecret } from './told-secrets.tsx';

/** The secrets that were told since this screen was opened: in its memory alone, and gone with it. */
export function useToldSecrets() {
  const [told, setTold] = useState<readonly ToldSecret[]>([]);
  return {
    told,
    learn({ id, name, secret = '' }: Client) {
      if (secret !== '') setTold(before => [...before, { id: String(id), name, secret, isSeen: false }]);
    },
    see: (seen: string) =>
      setTold(before => before.map(each => (each.id === seen ? { ...each, isSeen: true } : each))),
    forget: (gone: string) => setTold(before => before.filter(({ id }) => id !== gone)),
  };
}
