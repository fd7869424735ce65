import { useState } from 'react';
import { formatPhone, telHref } from '#kit/phone.ts';
import { plural } from '#kit/plural.ts';
import styles from './call-buttons.module.css';
import { Phone } from './icons.ts';
import { BottomSheet } from './modal.tsx';
import { PhoneLink, useCall } from './phone-link.tsx';
import { texts } from './texts.ts';

const allPhones = (count: number, name: string) =>
  `${count} ${plural(count, 'номер', 'номера', 'номеров')}: ${name}`;

type CallButtonsProps = {
  /** Whom they call, for readers. */
  name: string;
  /** Ten digits each; the first is called by the round button. */
  phones: readonly string[];
  /** The key of the contact, if it is one. */
  contact?: string;
};

/** The call of a row: a round button, and before it the count of several numbers, which opens all of them. */
export function CallButtons({ name, phones, contact = '' }: CallButtonsProps) {
  const [open, setOpen] = useState(false);
  const [first] = phones;
  if (first === undefined) return null;
  return (
    <div className={styles.calls}>
      {phones.length > 1 && (
        <button
          type="button"
          className={styles.count}
          aria-label={allPhones(phones.length, name)}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {phones.length}
        </button>
      )}
      <RoundCall name={name} phone={first} contact={contact} />
      <BottomSheet open={open} title={name} onClose={() => setOpen(false)}>
        <div className={styles.all}>
          {phones.map(phone => (
            <PhoneLink key={phone} phone={phone} name={name} contact={contact} />
          ))}
        </div>
      </BottomSheet>
    </div>
  );
}

function RoundCall(calling: { name: string; phone: string; contact: string }) {
  const handleClick = useCall(calling);
  const { name, phone } = calling;
  return (
    <a
      href={telHref(phone)}
      className={styles.call}
      aria-label={texts.call(name, formatPhone(phone))}
      onClick={handleClick}
    >
      <Phone size={20} />
    </a>
  );
}
