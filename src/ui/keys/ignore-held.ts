/** For `onKeyDown` of a button: a key that is held presses it once. */
export function ignoreHeld(event: { repeat: boolean; preventDefault: () => void }): void {
  if (event.repeat) event.preventDefault();
}
