import { WAREHOUSE_STAFF } from '#contract/guard.ts';
import type { CurrentUser } from '#contract/session.ts';
import { satisfies } from '#domain/permissions.ts';
import { Button } from '#ui/button.tsx';
import { Search } from '#ui/icons-of-screens.ts';
import { Drawer } from '#ui/modal.tsx';
import { OUTBOX } from '#ui/screen-links.tsx';
import { wholeMenu } from '#ui/side-menu.tsx';
import styles from './shell.module.css';
import { About, Person, SideMenu } from './side-bar.tsx';
import { sideBarTexts as texts } from './side-bar-texts.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useSearch } from './top-bar-tools.tsx';

type MenuDrawerProps = {
  open: boolean;
  user: CurrentUser;
  hasQueue: boolean;
  lastSyncAt: number | null;
  onClose: () => void;
};

/** A phone's side menu, behind «Еще»: not needed before it is asked for. */
export function MenuDrawer({ open, user, hasQueue, lastSyncAt, onClose }: MenuDrawerProps) {
  const entries = wholeMenu(user.can);
  const { Dialog, ...search } = useSearch();
  const handleSearch = () => {
    onClose();
    search.open();
  };
  return (
    <>
      <Drawer open={open} onClose={onClose} title={texts.menu}>
        <div className={styles.drawer}>
          <div>
            <Person user={user} />
          </div>
          {satisfies(user.can, WAREHOUSE_STAFF) && (
            <Button icon={<Search size={20} />} aria-haspopup="dialog" onClick={handleSearch}>
              {texts.find}
            </Button>
          )}
          <SideMenu entries={hasQueue ? [OUTBOX, ...entries] : entries} onGo={onClose} />
          <ThemeSwitch />
          <About lastSyncAt={lastSyncAt} />
        </div>
      </Drawer>
      {Dialog && <Dialog can={user.can} onClose={search.close} />}
    </>
  );
}
