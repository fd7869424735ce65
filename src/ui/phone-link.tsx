import { type MouseEvent, useContext } from 'react';
import { formatPhone, telHref } from '#kit/phone.ts';
import { buttonClass, IconButton } from './button.tsx';
import { type Calling, CallRecorder } from './calling.ts';
import { classNames } from './class-names.ts';
import { Phone } from './icons.ts';
import { Copy } from './icons-of-screens.ts';
import styles from './phone-link.module.css';
import { copyText } from './share-text.ts';
import { texts } from './texts.ts';
import { notify } from './toast.tsx';
import { PHONE, useMedia } from './use-media.ts';

/** Nobody waits longer than this for the dialer, whatever the device's storage does. */
const RECORD_PATIENCE_MS = 400;

type PhoneLinkProps = {
  /** Ten digits. */
  phone: string;
  /** Whom it calls, for readers. */
  name: string;
  /** The key of the contact that it calls, if it is one. */
  contact?: string;
  kind?: 'primary' | 'secondary';
  /** The number can be copied on a phone too. */
  copyable?: boolean;
};

/**
 * A 56 px button that calls: tel:+79161234567, shown as +7 (916) 123-45-67. Where the screen is no phone's, the number
 * can be copied as well.
 */
export function PhoneLink(props: PhoneLinkProps) {
  const { phone, name, contact = '', kind = 'secondary', copyable = false } = props;
  const handleClick = useCall({ contact, name, phone });
  const isPhone = useMedia(PHONE);
  const shown = formatPhone(phone);
  return (
    <div className={styles.row}>
      <a
        href={telHref(phone)}
        className={classNames(buttonClass(kind, 'large'), 'numbers', styles.call)}
        aria-label={texts.call(name, shown)}
        onClick={handleClick}
      >
        <Phone size={20} />
        <span>{shown}</span>
      </a>
      {(copyable || !isPhone) && (
        <IconButton
          label={texts.copyPhone(shown)}
          icon={<Copy size={20} />}
          onClick={() => void copyPhone(shown)}
        />
      )}
    </div>
  );
}

/** What a `tel:` link does when it is pressed: the call is recorded before the dialer opens. */
export function useCall(calling: Calling): (event: MouseEvent) => void {
  const record = useContext(CallRecorder);
  return event => {
    if (!record || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void recordThenDial(record(calling), telHref(calling.phone));
  };
}

async function copyPhone(shown: string): Promise<void> {
  const isCopied = (await copyText(shown)) === 'copied';
  notify(
    isCopied
      ? { type: 'success', title: texts.copied, message: shown }
      : { type: 'error', title: texts.error, message: texts.copyFailed(shown) },
  );
}

/** The call goes out whether or not it could be recorded; why not is then told as an error of the page. */
async function recordThenDial(recording: Promise<unknown>, href: string): Promise<void> {
  const patience = new Promise(resolve => setTimeout(resolve, RECORD_PATIENCE_MS));
  try {
    await Promise.race([recording, patience]);
  } finally {
    window.location.assign(href);
  }
}
