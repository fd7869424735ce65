import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import { matchingRows } from './match-route.ts';

/** Every screen by the name of its component; the code of one is loaded when it is first visited. */
const loads = loadsOf({
  LoginScreen: () => import('#features/sign-in/login-screen.tsx'),
  LogoutScreen: () => import('#features/sign-in/logout-screen.tsx'),
  NotFoundScreen: () => import('#features/error-screens/error-screen.tsx'),
  DashboardScreen: () => import('#features/dashboard/dashboard-screen.tsx'),
  PromoHomeScreen: () => import('#features/promo-home/promo-home-screen.tsx'),
  ContactsScreen: () => import('#features/contact-page/contacts-screen.tsx'),
  ContactAddScreen: () => import('#features/contacts/form/contact-add-screen.tsx'),
  ContactImportScreen: () => import('#features/contacts/import/import-screen.tsx'),
  ContactEditScreen: () => import('#features/contacts/form/contact-edit-screen.tsx'),
  OrdersScreen: () => import('#features/orders/orders-screen.tsx'),
  OrderTypeScreen: () => import('#features/orders/order-type-screen.tsx'),
  HomeOrderScreen: () => import('#features/orders/order-form-screen.tsx'),
  WorkshopOrderScreen: () => import('#features/orders/order-form-screen.tsx'),
  RequestScreen: () => import('#features/requests/request-screen.tsx'),
  OutboxScreen: () => import('#features/outbox/outbox-screen.tsx'),
  ForbiddenScreen: () => import('#features/error-screens/forbidden-screen.tsx'),
  PayoutsScreen: () => import('#features/reports/index.ts'),
  AddPromoterScreen: () => import('#features/moderation/add-promoter/add-promoter-screen.tsx'),
  StatisticsScreen: () => import('#features/statistics/statistics-screen.tsx'),
  ReportsScreen: () => import('#features/reports/index.ts'),
  ReportScreen: () => import('#features/reports/index.ts'),
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
  { path: paths.contacts, title: 'Телефоны', screen: 'ContactsScreen' },
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
  component: ComponentType;
};

const components = new Map<ScreenName, ComponentType>();

export const screens: readonly Screen[] = [
  ...publicScreens.map(row => ({ ...row, offline: 'public' as const })),
  ...offlineScreens.map(row => ({ ...row, offline: 'offline' as const })),
  ...onlineScreens.map(row => ({ ...row, offline: 'needs-network' as const })),
].map(row => ({ ...row, component: componentOf(row.screen) }));

export const NotFound = lazyScreen('NotFoundScreen');

/** One for each screen: what two addresses share stays mounted from one to the other. */
function componentOf(name: ScreenName): ComponentType {
  const component = components.get(name) ?? lazyScreen(name);
  components.set(name, component);
  return component;
}

function lazyScreen<Name extends ScreenName>(name: Name) {
  const load: Loads<ScreenName>[Name] = loads[name];
  return lazy(() => load().then(module => ({ default: module[name] })));
}

/** The nearest screen above an address that needs no parameters; the first of all where there is none. */
export function screenAbove(pathname: string): string {
  const above = matchingRows(screens, pathname)
    .map(({ path }) => path.replace(/\/:\w+\?$/, ''))
    .filter(path => !path.includes(':') && path !== pathname.replace(/\/$/, ''));
  return above.at(-1) ?? paths.dashboard;
}

/** Fetches the screen of that address ahead of time; whoever shows it says what went wrong, if anything does. */
export function preloadScreen(pathname: string): void {
  const found = screens.find(({ path }) => matchPath(path, pathname));
  if (found) void loads[found.screen]().catch(() => undefined);
}
