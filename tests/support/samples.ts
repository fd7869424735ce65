import type { ContactValues } from '#features/contacts/offline/contact-kinds.ts';
import type { OrderValues } from '#features/orders/offline/order-kinds.ts';
import type { Phone } from './phone.ts';

export const anna: ContactValues = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

const boris: ContactValues = { first_name: 'Борис', last_name: '', comment: '', phones: ['0005550101'] };

export const samples = { anna, boris };

/** A workshop order for a contact, with a district and a kind of work that the backend knows. */
export async function orderFor(phone: Phone, contact: string, street = 'Лесная'): Promise<OrderValues> {
  const { references } = phone.book().cache;
  const first = async (name: string) => {
    const [item] = (await references.get(name))?.items ?? [];
    return { id: item?.id ?? 1, name: item?.name ?? '' };
  };
  return {
    type: 'point',
    contact,
    contact_name: 'Анна Ёлкина',
    phones: anna.phones,
    district: await first('pointDistrictList'),
    work: await first('pointWorkList'),
    broken: 'Не включается',
    street,
    house: '5к1',
    korp: '',
    flat: '',
  };
}
