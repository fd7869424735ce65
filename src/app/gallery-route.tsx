import { GalleryScreen } from '#features/gallery/gallery-screen.tsx';
import { ThemeSwitch } from './shell/theme-switch.tsx';

/** The gallery with the app's own switch of themes. */
export function GalleryRoute() {
  return <GalleryScreen controls={<ThemeSwitch />} />;
}
