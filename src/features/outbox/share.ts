import type { Shared } from '#ui/share-text.ts';
import { texts } from './texts.ts';

/** What became of a text that was to leave the app, in words; '' where the system has said it itself. */
export function sharedWords(result: Shared): string {
  if (result === 'copied') return texts.copied;
  return result === 'failed' ? texts.copyFailed : '';
}
