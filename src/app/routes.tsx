import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import type { Query } from '#state/local.ts';
import { lazyWithPreload, type Preloadable } from '#ui/lazy-with-preload.ts';
import { matchingRows } from './match-route.ts';

/** Every screen by the name of its component; the code of one is loaded before it is first visited, or then. */
const loads = loadsOf({
  LoginScreen: () => import('#features/sign-in/login-screen.tsx'),
  LogoutScreen: () => import('#features/sign-in/logout-screen.tsx'),
  NotFoundScreen: () => import('#features/error-screens/error-screen.tsx'),
  DashboardScreen: () => import('./promoter-screens.ts'),
  PromoHomeScreen: () => import('./promoter-screens.ts'),
  ContactsScreen: () => import('#features/contact-page/contacts-screen.tsx'),
  ContactAddScreen: () => import('./promoter-screens.ts'),
  ContactImportScreen: () => import('./promoter-screens.ts'),
  ContactEditScreen: () => import('./promoter-screens.ts'),
  OrdersScreen: () => import('./promoter-screens.ts'),
  OrderTypeScreen: () => import('./promoter-screens.ts'),
  HomeOrderScreen: () => import('./promoter-screens.ts'),
  WorkshopOrderScreen: () => import('./promoter-screens.ts'),
  RequestScreen: () => import('./promoter-screens.ts'),
  OutboxScreen: () => import('./promoter-screens.ts'),
  ForbiddenScreen: () => import('#features/error-screens/forbidden-screen.tsx'),
  PayoutsScreen: () => import('#features/reports/index.ts'),
  AddPromoterScreen: () => import('#features/moderation/add-promoter/add-promoter-screen.tsx'),
  StatisticsScreen: () => import('#features/statistics/statistics-screen.tsx'),
  ReportsScreen: () => import('#features/reports/index.ts'),
  ReportScreen: () => import('#features/reports/index.ts'),
  PaymentsScreen: () => import('#features/reports/index.ts'),
  PaymentScreen: () => import('#features/reports/index.ts'),
  ModerationRequestScreen: () => import('#features/reports/index.ts'),
  UsersScreen: () => import('#features/users/users-screen.tsx'),
  PoliciesScreen: () => import('#features/policies/policies-screen.tsx'),
  CredentialsScreen: () => import('#features/credentials/credentials-screen.tsx'),
  ReceiptsScreen: () => import('#features/warehouse/index.ts'),
  WriteOffsScreen: () => import('#features/warehouse/index.ts'),
  StockMovesScreen: () => import('#features/warehouse/index.ts'),
  InventoriesScreen: () => import('#features/warehouse/index.ts'),
  DocumentScreen: () => import('#features/warehouse/edit/document-screen.tsx'),
});

type Loads<Name extends string> = { [Each in Name]: () => Promise<{ [Export in Each]: ComponentType }> };
type ScreenName = keyof typeof loads;

/** Only lets the compiler check that each module has the component by whose name it stands here. */
function loadsOf<All extends Loads<keyof All & string>>(named: All): Loads<keyof All & string> {
  return named;
}

type Row = {
  path: string;
  /** The first h1 of the screen; PageTitle replaces it where the data know better. */
  title: string;
  /** Inherited by every address below the path. */
  needs?: Requirement;
  /** Closed while one works as another: the server refuses, and what is told there is one's own. */
  ownOnly?: true;
  /** A form alone on the screen has a long title and no menu beside it; a person's name is cut to one line. */
  titleKind?: 'form' | 'person';
  screen: ScreenName;
  /** What it shows of this device first: read before it is drawn (`readAhead`). */
  query?: () => Promise<Query<unknown>>;
};

/** Outside the shell, without sign-in. */
const publicScreens: Row[] = [
  { path: paths.login, title: 'Вход', screen: 'LoginScreen' },
  { path: paths.logout, title: '', screen: 'LogoutScreen' },
  { path: paths.notFound, title: 'Page Not Found', screen: 'NotFoundScreen' },
];

/** They work without a network. */
const offlineScreens: Row[] = [
  { path: paths.dashboard, title: 'Dashboard', screen: 'DashboardScreen' },
  { path: paths.promo, title: 'Главная', screen: 'PromoHomeScreen' },
  {
    path: paths.contacts,
    title: 'Телефоны',
    screen: 'ContactsScreen',
    query: async () => (await import('#features/contacts/offline/contact-book.ts')).readFirstPage,
  },
  { path: paths.contactAdd, title: 'Добавление контакта', titleKind: 'form', screen: 'ContactAddScreen' },
  { path: paths.contactCard, title: 'Контакт', titleKind: 'person', screen: 'ContactsScreen' },
  { path: paths.contactImport, title: 'Импорт контактов', screen: 'ContactImportScreen' },
  {
    path: paths.contactEdit,
    title: 'Редактирование контакта',
    titleKind: 'form',
    screen: 'ContactEditScreen',
  },
  { path: paths.orders, title: 'Заявки', screen: 'OrdersScreen' },
  { path: paths.orderAdd, title: 'Оформить заявку', screen: 'OrderTypeScreen' },
  {
    path: paths.orderAddBasa,
    title: 'Оформление заявки на дом',
    titleKind: 'form',
    screen: 'HomeOrderScreen',
  },
  {
    path: paths.orderAddPoint,
    title: 'Оформление доставки',
    titleKind: 'form',
    screen: 'WorkshopOrderScreen',
  },
  { path: paths.request, title: 'Заявка', needs: 'work_promoter', screen: 'RequestScreen' },
  { path: paths.outbox, title: 'Очередь', screen: 'OutboxScreen' },
];

/** They say so when there is no network. */
const onlineScreens: Row[] = [
  { path: paths.forbidden, title: 'Forbidden', screen: 'ForbiddenScreen' },
  { path: paths.moderation, title: 'Управление', needs: 'edit_promoters', screen: 'PayoutsScreen' },
  {
    path: paths.moderationAdd,
    title: 'Добавить промоутера',
    titleKind: 'form',
    needs: 'edit_promoters',
    screen: 'AddPromoterScreen',
  },
  { path: paths.moderationStats, title: 'Статистика', needs: 'edit_promoters', screen: 'StatisticsScreen' },
  { path: paths.moderationReports, title: 'Отчеты', needs: 'edit_promoters', screen: 'ReportsScreen' },
  { path: paths.moderationPayments, title: 'Выплаты', needs: 'edit_promoters', screen: 'PaymentsScreen' },
  { path: paths.moderationPayment, title: 'Выплата', needs: 'edit_promoters', screen: 'PaymentScreen' },
  { path: paths.moderationReport, title: 'Отчет', needs: 'edit_promoters', screen: 'ReportScreen' },
  {
    path: paths.moderationRequest,
    title: 'Заявка',
    needs: 'edit_promoters',
    screen: 'ModerationRequestScreen',
  },
  { path: paths.users, title: 'Пользователи', needs: 'edit_users', screen: 'UsersScreen' },
  { path: paths.abac, title: 'Политики доступа', ownOnly: true, screen: 'PoliciesScreen' },
  { path: paths.oauth, title: 'Приложения и токены', ownOnly: true, screen: 'CredentialsScreen' },
  { path: paths.receipts, title: 'Оприходования', screen: 'ReceiptsScreen' },
  { path: paths.writeOffs, title: 'Списания', screen: 'WriteOffsScreen' },
  { path: paths.stockMoves, title: 'Перемещения', screen: 'StockMovesScreen' },
  { path: paths.inventories, title: 'Инвентаризации', screen: 'InventoriesScreen' },
  { path: paths.stockDocument, title: 'Документ', screen: 'DocumentScreen' },
];

export type Screen = Row & {
  offline: 'offline' | 'needs-network' | 'public';
  component: Preloadable;
};

const components = new Map<ScreenName, Preloadable>();

export const screens: readonly Screen[] = [
  ...publicScreens.map(row => ({ ...row, offline: 'public' as const })),
  ...offlineScreens.map(row => ({ ...row, offline: 'offline' as const })),
  ...onlineScreens.map(row => ({ ...row, offline: 'needs-network' as const })),
].map(row => ({ ...row, component: componentOf(row.screen) }));

export const NotFound = lazyScreen('NotFoundScreen');

/** One for each screen: what two addresses share stays mounted from one to the other. */
function componentOf(name: ScreenName): Preloadable {
  const component = components.get(name) ?? lazyScreen(name);
  components.set(name, component);
  return component;
}

function lazyScreen<Name extends ScreenName>(name: Name) {
  const load: Loads<ScreenName>[Name] = loads[name];
  return lazyWithPreload(() => load().then(module => module[name]));
}

/** The nearest screen above an address that needs no parameters; the first of all where there is none. */
export function screenAbove(pathname: string): string {
  const above = matchingRows(screens, pathname)
    .map(({ path }) => path.replace(/\/:\w+\?$/, ''))
    .filter(path => !path.includes(':') && path !== pathname.replace(/\/$/, ''));
  return above.at(-1) ?? paths.dashboard;
}

/** The screen of that address. */
export function screenAt(pathname: string): Screen | undefined {
  return screens.find(({ path }) => matchPath(path, pathname));
}

/** Loads what works without a network, so that a first visit waits for no code. */
export async function preloadOfflineScreens(): Promise<void> {
  const offline = screens.filter(screen => screen.offline === 'offline');
  await Promise.allSettled(offline.map(({ component }) => component.preload()));
}
