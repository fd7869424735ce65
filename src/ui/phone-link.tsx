import { formatPhone, telHref } from '#kit/phone.ts';
import { buttonClass } from './button.tsx';
import { Phone } from './icons.ts';
import { join } from './join.ts';
import styles from './phone-link.module.css';
import { texts } from './texts.ts';

export type PhoneLinkProps = {
  /** Ten digits. */
  phone: string;
  /** Whom it calls, for readers. */
  name: string;
  kind?: 'primary' | 'secondary';
};

/** A 56 px button that calls: tel:+79161234567, shown as +7 (916) 123-45-67. */
export function PhoneLink({ phone, name, kind = 'secondary' }: PhoneLinkProps) {
  const shown = formatPhone(phone);
  return (
    <a
      href={telHref(phone)}
      className={join(buttonClass(kind, 'large'), 'numbers', styles.call)}
      aria-label={texts.call(name, shown)}
    >
      <Phone size={20} />
      {shown}
    </a>
  );
}
