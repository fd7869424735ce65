import type { ReactNode } from 'react';
import { type Requirement, WAREHOUSE_STAFF } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import { PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { BriefcaseBusiness, ClipboardList, ListTodo, Phone, Settings, Users } from '#ui/icons.ts';
import { texts } from './texts.ts';

export type MenuLink = { label: string; to: string; icon: ReactNode; needs?: Requirement };
export type MenuGroup = { label: string; needs?: Requirement; links: readonly MenuLink[] };

const MENU: readonly (MenuLink | MenuGroup)[] = [
  {
    label: texts.promoters,
    needs: 'edit_promoters',
    links: [
      { label: texts.workplace, to: paths.promo, icon: <BriefcaseBusiness /> },
      { label: texts.management, to: paths.moderation, icon: <Settings /> },
    ],
  },
  { label: texts.promoters, to: paths.promo, icon: <BriefcaseBusiness />, needs: 'work_promoter' },
  { label: texts.users, to: paths.users, icon: <Users />, needs: 'edit_users' },
];

const BOTTOM: readonly MenuLink[] = [
  { label: texts.contacts, to: paths.contacts, icon: <Phone />, needs: PROMO_STAFF },
  { label: texts.orders, to: paths.orders, icon: <ClipboardList />, needs: PROMO_STAFF },
  { label: texts.outbox, to: paths.outbox, icon: <ListTodo />, needs: PROMO_STAFF },
];

type Can = Readonly<Record<string, boolean>>;

/**
 * Who has the way to the warehouse in their own menu: whom our server lets in, and whoever is no promoter but may
 * something that another backend knows.
 */
export function seesWarehouse(can: Can): boolean {
  return satisfies(can, WAREHOUSE_STAFF) || (!can.work_promoter && Object.values(can).includes(true));
}

/** The side menu of this user: what the permissions open. A group replaces its single item. */
export function sideMenu(can: Can): (MenuLink | MenuGroup)[] {
  const open = MENU.filter(({ needs }) => satisfies(can, needs));
  return open.filter(({ label }, at) => open.findIndex(entry => entry.label === label) === at);
}

export function bottomLinks(can: Can): MenuLink[] {
  return BOTTOM.filter(({ needs }) => satisfies(can, needs));
}

/** Which of these addresses the current one lies under: the longest, so that /promo is not active with its children. */
export function activeAddress(pathname: string, addresses: readonly string[]): string | undefined {
  const above = addresses.filter(address => `${pathname}/`.startsWith(`${address}/`));
  return above.sort((one, other) => other.length - one.length)[0];
}
