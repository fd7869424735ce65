import { Drawer } from '#ui/modal.tsx';
import type { MenuGroup, MenuLink } from '#ui/screen-links.tsx';
import styles from './shell.module.css';
import { About, SideMenu } from './side-bar.tsx';
import { texts } from './texts.ts';
import { ThemeSwitch } from './theme-switch.tsx';

type MenuDrawerProps = {
  open: boolean;
  entries: readonly (MenuLink | MenuGroup)[];
  lastSyncAt: number | null;
  onClose: () => void;
};

/** A phone's side menu, behind «Еще»: not needed before it is asked for. */
export function MenuDrawer({ open, entries, lastSyncAt, onClose }: MenuDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title={texts.menu}>
      <div className={styles.drawer}>
        <SideMenu entries={entries} onGo={onClose} />
        <ThemeSwitch />
        <About lastSyncAt={lastSyncAt} />
      </div>
    </Drawer>
  );
}
