import { type LeaveWords, useOpenFormMark } from './open-forms.ts';

/** While it is shown, leaving the screen or the page asks first. An open form also holds back an update of the app. */
export function AskBeforeLeaving({ words }: { words: LeaveWords }) {
  useOpenFormMark(() => true, words);
  return null;
}
