/** How this browser puts an app onto the device: it asks by itself, or the user finds it in a menu. */
type InstallMethod = 'prompt' | 'ios' | 'samsung' | 'yandex' | 'none';

type BrowserTraits = {
  userAgent: string;
  /** iPads call themselves a Mac; only their fingers give them away. */
  maxTouchPoints: number;
  hasPrompt: boolean;
  isStandalone: boolean;
};

/** The way, or none where the app is installed already or the browser cannot. */
export function installMethod({
  userAgent,
  maxTouchPoints,
  hasPrompt,
  isStandalone,
}: BrowserTraits): InstallMethod {
  if (isStandalone) return 'none';
  if (hasPrompt) return 'prompt';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/SamsungBrowser/.test(userAgent)) return 'samsung';
  return /YaBrowser/.test(userAgent) && /Android/.test(userAgent) ? 'yandex' : 'none';
}
