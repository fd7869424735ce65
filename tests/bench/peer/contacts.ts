import { useQuery } from '@tanstack/react-query';

export type Contact = {
  id: number;
  first_name: string;
  last_name: string;
  comment: string;
  contact_phones: { id: number; full_phone: string }[];
};

/** Every contact, newest first, as the server lists them. */
export function useContacts() {
  return useQuery({
    queryKey: ['contacts'],
    queryFn: async (): Promise<Contact[]> => {
      const answer = await fetch('/api/promo/contacts/fullList');
      if (!answer.ok) throw new Error(`Answered ${answer.status}`);
      return (await answer.json()).list;
    },
  });
}

export function nameOf({ first_name, last_name }: Contact): string {
  return `${first_name} ${last_name}`;
}
