import { GalleryScreen } from '#features/gallery/gallery-screen.tsx';
import { ThemeSwitch } from './shell/theme-switch.tsx';

export function GalleryRoute() {
  return <GalleryScreen controls={<ThemeSwitch />} />;
}
