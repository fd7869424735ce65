import { VCARD_TYPE, writeVcard } from '#kit/vcard/write-vcard.ts';
import { download, fileName } from '#ui/download.ts';
import { contactName } from './contact-name.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { texts } from './texts.ts';

/** Gives one contact to the user as a file that every phone's own book takes. */
export function saveVcard(contact: ContactValues): void {
  const name = fileName(contactName(contact), 'vcf', texts.vcardName);
  download({ text: writeVcard(contact), name, type: VCARD_TYPE });
}
