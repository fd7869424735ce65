/** The Contact Picker of Chrome for Android; no browser's types have it yet. */
type Picked = { name?: (string | null)[]; tel?: (string | null)[] };
type ContactsManager = {
  select(properties: readonly string[], options: { multiple: boolean }): Promise<Picked[]>;
};

export type DeviceContact = { name: string; phones: string[] };

export function canPickContacts(): boolean {
  return manager() !== null;
}

/** Lets the user choose; only in answer to a tap. Nobody when it was dismissed, null when the phone refuses. */
export async function pickContacts(multiple: boolean): Promise<DeviceContact[] | null> {
  try {
    const picked = (await manager()?.select(['name', 'tel'], { multiple })) ?? [];
    return picked.map(({ name, tel }) => ({
      name: name?.find(Boolean)?.trim() ?? '',
      phones: (tel ?? []).flatMap(phone => phone || []),
    }));
  } catch {
    return null; // some browsers show the picker and then fail: the caller says so
  }
}

function manager(): ContactsManager | null {
  const { contacts } = navigator as { contacts?: Partial<ContactsManager> }; // absent from the standard types
  return 'ContactsManager' in window && typeof contacts?.select === 'function'
    ? (contacts as ContactsManager) // it has the one method that is used
    : null;
}
