import Dexie from 'dexie';
import { AUTH_STORAGE_KEY, type AuthState } from '#api/auth-state.ts';
import { newId } from '#kit/ids.ts';
import { newThing } from './intents.ts';
import { play } from './play.ts';
import type { VirtualTime } from './virtual-time.ts';
import { addTab, createWorld, flushStorage, letHappen, type World } from './world.ts';

/** Small numbers from a seed, so that a run can be had again. */
function luckFrom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A phone with one tab open: the first user is signed in, has one contact, and all of it is on the device. */
export async function beginWorld(given: {
  keyed: boolean;
  luck: number;
  onTime: (time: VirtualTime) => void;
}): Promise<World> {
  const world = createWorld({ keyed: given.keyed, random: luckFrom(given.luck) });
  given.onTime(world.time);
  Dexie.dependencies.indexedDB = world.disk.factory;
  const { server, storage, intents } = world;
  const { access, refresh } = server.login(1);
  const known = server.addContact(1, 'Старая.');
  const state: AuthState = {
    ...{ isLoggedIn: true, accessToken: access, refreshToken: refresh, expiresIn: 3600, error: '' },
    ...{ subject: 1, epoch: newId(), revision: 1 },
  };
  storage.values.set(AUTH_STORAGE_KEY, JSON.stringify(state));
  flushStorage(world);
  await addTab(world);
  const key = String(known.id);
  intents.things.push(newThing({ noun: 'contact', marker: known.last_name, userId: 1, key, contact: null }));
  for (const thing of intents.things) thing.mayBeHidden = true;
  await play(world, { do: 'pull', tab: 0 });
  await letHappen(world);
  return world;
}
