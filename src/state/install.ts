import { atom, getDefaultStore } from 'jotai';

/** What Chromium hands over for the moment at which the app wants to be installed. Usable once. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** The kept prompt; null while the browser has not offered one, or after it was used. */
export const installPromptAtom = atom<InstallPrompt | null>(null);

/** Catches the browser's offer before anything is drawn: it comes once, and early. */
export function keepInstallPrompt(): void {
  const store = getDefaultStore();
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    store.set(installPromptAtom, event as InstallPrompt); // no types for what only Chromium has
  });
  window.addEventListener('appinstalled', () => store.set(installPromptAtom, null));
}
