import { copyText, type Shared, shareText } from '#ui/share-text.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';

/** Hands a text to another app, or to the clipboard, and says which. */
export async function share(title: string, text: string): Promise<void> {
  tell(title, await shareText(title, text));
}

/** Puts a text on the clipboard, and says so. */
export async function copy(title: string, text: string): Promise<void> {
  tell(title, await copyText(text));
}

function tell(title: string, told: Shared): void {
  if (told === 'copied') notify({ title, message: texts.copied });
  if (told === 'failed') notify({ type: 'warning', title, message: texts.copyFailed });
}
