import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { Button } from '#ui/button.tsx';
import { maskPhone } from '#ui/form/phone-text.ts';
import { BookUser } from '#ui/icons-of-screens.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from '../texts.ts';
import { canPickContacts, type DeviceContact, pickContacts } from './device-contacts.ts';
import type { ContactFormApi } from './use-contact-form.ts';

/** Fills the form from the phone's own book, where the browser offers it; what was typed stays. */
export function FromPhoneBook({ form }: { form: ContactFormApi }) {
  if (!canPickContacts()) return null;
  const handleClick = async () => {
    const picked = await pickContacts(false);
    const [contact] = picked ?? [];
    if (contact) fill(form, contact);
    if (picked === null) notify({ type: 'warning', title: texts.fromPhone, message: texts.pickFailed });
  };
  return (
    <Button wide icon={<BookUser size={20} />} onClick={handleClick}>
      {texts.fromPhone}
    </Button>
  );
}

const CHANGE = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

function fill({ getValues, setValue }: ContactFormApi, { name, phones }: DeviceContact): void {
  if (getValues('first_name').trim() === '' && name !== '') setValue('first_name', name, CHANGE);
  const typed = getValues('phones').filter(row => row.text.trim() !== '');
  const seen = new Set(typed.map(row => phoneDigits(row.text) ?? row.text));
  const rows = phones
    .map(phone => phone.trim())
    .filter(phone => !seen.has(phoneDigits(phone) ?? phone) && seen.add(phoneDigits(phone) ?? phone))
    .map(phone => ({ text: formatPhone(phoneDigits(phone) ?? '') || maskPhone(phone) }));
  if (rows.length > 0) setValue('phones', [...typed, ...rows], CHANGE);
}
