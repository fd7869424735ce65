import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import { PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { BriefcaseBusiness, CircleCheck, Users } from './icons.ts';
import {
  accountLinks,
  type Can,
  CONTACTS,
  MANAGED,
  MANAGEMENT,
  type MenuLink,
  ORDERS,
  OUTBOX,
  seesWarehouse,
} from './screen-links.tsx';

export type MenuGroup = { label: string; needs?: Requirement; links: readonly MenuLink[] };

/** The words of the menu, verbatim from the specification. */
const texts = {
  promoters: 'Промоутеры',
  workplace: 'Рабочее место',
  users: 'Пользователи',
  policies: 'Политики доступа',
} as const;

const MENU: readonly (MenuLink | MenuGroup)[] = [
  {
    label: texts.promoters,
    needs: 'edit_promoters',
    links: [
      { label: texts.workplace, to: paths.promo, icon: <BriefcaseBusiness /> },
      MANAGEMENT,
      ...MANAGED.map(link => ({ ...link, isInner: true })),
    ],
  },
  { label: texts.promoters, to: paths.promo, icon: <BriefcaseBusiness />, needs: 'work_promoter' },
  { label: texts.users, to: paths.users, icon: <Users />, needs: 'edit_users' },
];

/** The side menu of this user: what the permissions open. A group replaces its single item. */
export function sideMenu(can: Can): (MenuLink | MenuGroup)[] {
  const open = MENU.filter(({ needs }) => satisfies(can, needs));
  return open.filter(({ label }, at) => open.findIndex(entry => entry.label === label) === at);
}

/** The same with all that moderators and administrators may enter. */
export function wholeMenu(can: Can): (MenuLink | MenuGroup)[] {
  return [...sideMenu(can), ...policies(can), ...(seesWarehouse(can) ? accountLinks(can) : [])];
}

function policies(can: Can): MenuLink[] {
  return can.edit_users ? [{ label: texts.policies, to: paths.abac, icon: <CircleCheck /> }] : [];
}

/** Everything that this user may go to, one by one. */
export function allWays(can: Can): MenuLink[] {
  const menu = [...sideMenu(can), ...policies(can)].flatMap(entry =>
    'links' in entry ? entry.links : [entry],
  );
  const work = satisfies(can, PROMO_STAFF) ? [CONTACTS, ORDERS, OUTBOX] : [];
  return [...menu, ...work, ...accountLinks(can)];
}
