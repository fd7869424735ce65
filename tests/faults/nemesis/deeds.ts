/** What somebody did on a device, and what they were told of it. The verdict is made of these. */
export type Deed = {
  /** Which thing: what its contact is called, or what is broken. In nothing else on the server. */
  marker: string;
  kind: 'contact.create' | 'contact.update' | 'contact.delete' | 'order.create';
  /** The entry's id; '' if it was saved in the app's own form. */
  id: string;
  /** The contact's comment after this; '' where there is none. */
  words: string;
  /** For an order: whom it is for. */
  contact: string;
  /** Who was signed in. */
  owner: number;
  /** `unknown`: the device died before it could tell. */
  told: 'kept' | 'refused' | 'unknown';
  why: string;
};

/** A contact that was saved on a device and may be changed there. */
export type OwnContact = { marker: string; id: string; phone: string; owner: number };

/** A new book of deeds. */
export function newDeeds() {
  const deeds: Deed[] = [];
  return {
    all: (): readonly Deed[] => deeds,
    add: (deed: Deed): void => void deeds.push(deed),
  };
}
