import { type Requirement, WAREHOUSE_STAFF } from '#contract/guard.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { satisfies } from '#domain/permissions.ts';
import type { Elements } from './elements.ts';
import {
  ChartBar,
  ClipboardCheck,
  ClipboardList,
  House,
  Inbox,
  KeyRound,
  ListTodo,
  Phone,
  Settings,
} from './icons.ts';

/** `isInner`: it belongs below the one above it. */
export type MenuLink = {
  label: string;
  to: string;
  icon: Elements;
  needs?: Requirement;
  isInner?: boolean;
};
/** A tab is also that of the addresses below its own, and below those of `also`; not so the home's. */
export type Tab = MenuLink & { also?: readonly string[] };

/** The words of the menus, verbatim from the specification where it gives them. */
const texts = {
  management: 'Управление',
  home: 'Главная',
  contacts: 'Телефоны',
  orders: 'Заявки',
  outbox: 'Очередь',
  reports: 'Отчеты',
  statistics: 'Статистика',
  warehouse: 'Склад',
  oauth: 'Приложения и токены',
  addContact: 'Добавить контакт',
  addOrder: 'Оформить заявку',
} as const;

export const MANAGEMENT: Tab = { label: texts.management, to: paths.moderation, icon: <Settings /> };
export const CONTACTS: Tab = { label: texts.contacts, to: paths.contacts, icon: <Phone /> };
export const ORDERS: Tab = {
  label: texts.orders,
  to: paths.orders,
  icon: <ClipboardList />,
  also: [parentOf(paths.request)],
};

const HOME: Tab = { label: texts.home, to: paths.promo, icon: <House /> };

const PROMOTER_TABS: readonly Tab[] = [HOME, CONTACTS, ORDERS];

/** What «Управление» leads to. */
export const MANAGED: readonly Tab[] = [
  {
    label: texts.reports,
    to: paths.moderationReports,
    icon: <ClipboardCheck />,
    also: [parentOf(paths.moderationReport), parentOf(paths.moderationRequest)],
  },
  { label: texts.statistics, to: paths.moderationStats, icon: <ChartBar /> },
];

const MODERATOR_TABS: readonly Tab[] = [MANAGEMENT, ...MANAGED];

export const OUTBOX: MenuLink = { label: texts.outbox, to: paths.outbox, icon: <ListTodo /> };

export type Can = Readonly<Record<string, boolean>>;

/**
 * Who has the way to the warehouse in their own menu: whom our server lets in, and whoever is no promoter but may
 * something that another backend knows.
 */
export function seesWarehouse(can: Can): boolean {
  return satisfies(can, WAREHOUSE_STAFF) || (!can.work_promoter && Object.values(can).includes(true));
}

/** What belongs to the user, whoever it is: not in the side menu, which is about the work. */
export function accountLinks(can: Can): MenuLink[] {
  const warehouse = {
    label: texts.warehouse,
    to: pathTo(paths.receipts, { page: 1 }),
    icon: <Inbox />,
  };
  return [
    ...(seesWarehouse(can) ? [warehouse] : []),
    { label: texts.oauth, to: paths.oauth, icon: <KeyRound /> },
  ];
}

/**
 * A phone's tabs before «Еще»; nobody's are none. Who works and moderates has the promoter's, and while they moderate the
 * moderators' after the way home.
 */
export function tabsOf(can: Can, pathname: string): readonly Tab[] {
  const isWorking = satisfies(can, 'work_promoter');
  if (!satisfies(can, 'edit_promoters')) return isWorking ? PROMOTER_TABS : [];
  if (!isWorking) return MODERATOR_TABS;
  return pathname.startsWith(paths.moderation) ? [HOME, ...MODERATOR_TABS] : PROMOTER_TABS;
}

/** Which tab an address belongs to; what lies below the home without a tab of its own belongs to none. */
export function activeTab(pathname: string, tabs: readonly Tab[]): Tab | undefined {
  const active = activeAddress(pathname, tabs.flatMap(addressesOf));
  if (active === paths.promo && pathname.replace(/\/$/, '') !== active) return undefined;
  return tabs.find(tab => active !== undefined && addressesOf(tab).includes(active));
}

function addressesOf({ to, also = [] }: Tab): string[] {
  return [to, ...also];
}

/** What «+» adds on a screen: what its tab is about. */
export function additionOf(pathname: string): { label: string; to: string } {
  return activeTab(pathname, PROMOTER_TABS) === ORDERS
    ? { label: texts.addOrder, to: paths.orderAdd }
    : { label: texts.addContact, to: paths.contactAdd };
}

/** Which of these addresses the current one lies under: the longest, so that /promo is not active with its children. */
export function activeAddress(pathname: string, addresses: readonly string[]): string | undefined {
  const above = addresses.filter(address => `${pathname}/`.startsWith(`${address}/`));
  return above.sort((one, other) => other.length - one.length)[0];
}

function parentOf(pattern: string): string {
  return pattern.slice(0, pattern.lastIndexOf('/'));
}
