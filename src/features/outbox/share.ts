import { shareText } from '#ui/share-text.ts';
import { notify } from '#ui/toast.tsx';
import { texts } from './texts.ts';

/** Hands a text to another app, or to the clipboard, and says which. */
export async function share(title: string, text: string): Promise<void> {
  const told = await shareText(title, text);
  if (told === 'copied') notify({ title, message: texts.copied });
  if (told === 'failed') notify({ type: 'warning', title, message: texts.copyFailed });
}
