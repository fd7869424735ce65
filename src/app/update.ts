import { atom, getDefaultStore } from 'jotai';

type Offer = 'none' | 'offered' | 'applying';

/** Whether a new version waits for the user's word. */
export const offerAtom = atom<Offer>('none');

export function offerUpdate(): void {
  const store = getDefaultStore();
  if (store.get(offerAtom) === 'none') store.set(offerAtom, 'offered');
}
