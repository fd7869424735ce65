/**
 * TanStack Query's paused mutations, as its guide "Mutations" has them: defaults with a function for each key, a
 * persisted client, and what was paused is resumed after it has been restored.
 */
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { MutationObserver as Mutating, QueryClient } from '@tanstack/query-core';
import { persistQueryClient } from '@tanstack/query-persist-client-core';
import { del, get, set } from 'idb-keyval';
import { DAY_MS } from '#kit/clock.ts';
import { type Command, commandOf, send, signIn } from '../firm.ts';
import { present } from '../rival-page.ts';

const WEEK_MS = 7 * DAY_MS;
const SAVE = ['save'];

/** Who waits for a write that holds their words. */
const readers = new Set<(written: string) => void>();

const persister = createAsyncStoragePersister({
  storage: {
    getItem: async key => (await get<string>(key)) ?? null,
    setItem: async (key, value) => {
      await set(key, value);
      for (const read of readers) read(value);
    },
    removeItem: del,
  },
});

const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: WEEK_MS } } });
// One after the other, as the guide advises where the order matters. The library's delay is exponential.
queryClient.setMutationDefaults(SAVE, { mutationFn: send, retry: 3, scope: { id: 'save' } });
queryClient.mount();
const [, restored] = persistQueryClient({ queryClient, persister, maxAge: WEEK_MS });
await restored;
void queryClient.resumePausedMutations();

await present({
  signIn,
  async save(thing) {
    const command = await commandOf(thing, IS_KEYED);
    const saving = new Mutating<unknown, Error, Command>(queryClient, { mutationKey: SAVE });
    // Told at the earliest moment that is honest: the server has it, or it stands paused in the database.
    const written = untilWritten(thing.marker);
    await Promise.race([written.promise, saving.mutate(command)]).finally(written.forget);
  },
  waiting: async () => queryClient.getMutationCache().findAll({ status: 'pending' }).length,
});

function untilWritten(words: string): { promise: Promise<void>; forget: () => void } {
  let read = (_written: string) => {};
  const promise = new Promise<void>(resolve => {
    read = written => {
      if (written.includes(words)) resolve();
    };
  });
  readers.add(read);
  return { promise, forget: () => void readers.delete(read) };
}
