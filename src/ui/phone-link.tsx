import { formatPhone, telHref } from '#kit/phone.ts';
import { buttonClass, IconButton } from './button.tsx';
import { Copy, Phone } from './icons.ts';
import { join } from './join.ts';
import styles from './phone-link.module.css';
import { copyText } from './share-text.ts';
import { texts } from './texts.ts';
import { notify } from './toast.tsx';
import { PHONE, useMedia } from './use-media.ts';

export type PhoneLinkProps = {
  /** Ten digits. */
  phone: string;
  /** Whom it calls, for readers. */
  name: string;
  kind?: 'primary' | 'secondary';
};

/**
 * A 56 px button that calls: tel:+79161234567, shown as +7 (916) 123-45-67. Where the screen is no phone's, the number
 * can be copied as well.
 */
export function PhoneLink({ phone, name, kind = 'secondary' }: PhoneLinkProps) {
  const isPhone = useMedia(PHONE);
  const shown = formatPhone(phone);
  return (
    <div className={styles.row}>
      <a
        href={telHref(phone)}
        className={join(buttonClass(kind, 'large'), 'numbers', styles.call)}
        aria-label={texts.call(name, shown)}
      >
        <Phone size={20} />
        {shown}
      </a>
      {!isPhone && (
        <IconButton
          label={texts.copyPhone(shown)}
          icon={<Copy size={20} />}
          onClick={() => void copyPhone(shown)}
        />
      )}
    </div>
  );
}

async function copyPhone(shown: string): Promise<void> {
  const isCopied = (await copyText(shown)) === 'copied';
  notify(
    isCopied
      ? { type: 'success', title: texts.copied, message: shown }
      : { type: 'error', title: texts.error, message: texts.copyFailed(shown) },
  );
}
