import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';

export const anna: ContactValues = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

const boris: ContactValues = { first_name: 'Борис', last_name: '', comment: '', phones: ['0005550101'] };

export const samples = { anna, boris };
