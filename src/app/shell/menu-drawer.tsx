import type { CurrentUser } from '#contract/session.ts';
import { PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { Drawer } from '#ui/modal.tsx';
import { OUTBOX } from '#ui/screen-links.tsx';
import { sideMenu } from '#ui/side-menu.tsx';
import styles from './shell.module.css';
import { About, Person, SideMenu } from './side-bar.tsx';
import { sideBarTexts as texts } from './side-bar-texts.ts';
import { ThemeSwitch } from './theme-switch.tsx';

type MenuDrawerProps = {
  open: boolean;
  user: CurrentUser;
  lastSyncAt: number | null;
  onClose: () => void;
};

/** A phone's side menu, behind «Еще»: not needed before it is asked for. */
export function MenuDrawer({ open, user, lastSyncAt, onClose }: MenuDrawerProps) {
  const entries = sideMenu(user.can);
  const isWorking = satisfies(user.can, PROMO_STAFF);
  return (
    <Drawer open={open} onClose={onClose} title={texts.menu}>
      <div className={styles.drawer}>
        <div>
          <Person user={user} />
        </div>
        <SideMenu entries={isWorking ? [OUTBOX, ...entries] : entries} onGo={onClose} />
        <ThemeSwitch />
        <About lastSyncAt={lastSyncAt} />
      </div>
    </Drawer>
  );
}
