import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';

/**
 * One screen. `offline`: works without a network; `needs-network`: says so when there is none; `public`: outside
 * the shell, without sign-in. `needs` is inherited by every address below the path.
 */
export type Screen = {
  path: string;
  name: string;
  /** The first h1 of the screen; PageTitle replaces it where the data know better. */
  title: string;
  needs?: Requirement;
  offline: 'offline' | 'needs-network' | 'public';
  component: LazyExoticComponent<ComponentType>;
};

const loads = new Map<Screen['component'], () => Promise<unknown>>();

/** Loads a screen when it is first visited: screen(() => import('…'), 'UsersScreen'). */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const component = lazy(() => load().then(module => ({ default: module[name] })));
  loads.set(component, load);
  return component;
}

/** Fetches the screen of that address ahead of time; whoever shows it says what went wrong, if anything does. */
export function preloadScreen(pathname: string): void {
  const found = screens.find(({ path }) => matchPath(path, pathname));
  if (found)
    void loads
      .get(found.component)?.()
      .catch(() => undefined);
}

const notFound = () => import('#features/error-screens/error-screen.tsx');
const addPromoter = () => import('#features/moderation/add-promoter/add-promoter-screen.tsx');
const moderationRequest = () => import('#features/reports/moderation-request-screen.tsx');
const stockSections = () => import('#features/warehouse/index.ts');

/** For whoever builds a screen; a build of the product has none of it. */
const gallery: Screen[] = import.meta.env.DEV
  ? [
      {
        path: paths.gallery,
        name: 'gallery',
        title: 'Витрина',
        offline: 'public',
        component: screen(() => import('./gallery-route.tsx'), 'GalleryRoute'),
      },
    ]
  : [];

/** Every screen of the product, one row each. */
export const screens: readonly Screen[] = [
  ...gallery,
  {
    path: paths.login,
    name: 'login',
    title: 'Вход',
    offline: 'public',
    component: screen(() => import('#features/sign-in/login-screen.tsx'), 'LoginScreen'),
  },
  {
    path: paths.logout,
    name: 'logout',
    title: '',
    offline: 'public',
    component: screen(() => import('#features/sign-in/logout-screen.tsx'), 'LogoutScreen'),
  },
  {
    path: paths.forbidden,
    name: '403',
    title: 'Forbidden',
    offline: 'needs-network',
    component: screen(() => import('#features/error-screens/forbidden-screen.tsx'), 'ForbiddenScreen'),
  },
  {
    path: paths.notFound,
    name: '404',
    title: 'Page Not Found',
    offline: 'public',
    component: screen(notFound, 'NotFoundScreen'),
  },
  {
    path: paths.dashboard,
    name: 'home',
    title: 'Dashboard',
    offline: 'offline',
    component: screen(() => import('#features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  },
  {
    path: paths.promo,
    name: 'promo',
    title: 'Промоутеры',
    offline: 'offline',
    component: screen(() => import('#features/promo-home/promo-home-screen.tsx'), 'PromoHomeScreen'),
  },
  {
    path: paths.contacts,
    name: 'promo-contacts',
    title: 'Телефоны',
    offline: 'offline',
    component: screen(() => import('#features/contacts/contacts-screen.tsx'), 'ContactsScreen'),
  },
  {
    path: paths.contactAdd,
    name: 'promo-contacts-add',
    title: 'Добавление контакта',
    offline: 'offline',
    component: screen(() => import('#features/contacts/form/contact-add-screen.tsx'), 'ContactAddScreen'),
  },
  {
    path: paths.contactImport,
    name: 'promo-contacts-import',
    title: 'Импорт контактов',
    offline: 'offline',
    component: screen(() => import('#features/contacts/import/import-screen.tsx'), 'ContactImportScreen'),
  },
  {
    path: paths.contactEdit,
    name: 'promo-contacts-edit',
    title: 'Редактирование контакта',
    offline: 'offline',
    component: screen(() => import('#features/contacts/form/contact-edit-screen.tsx'), 'ContactEditScreen'),
  },
  {
    path: paths.orders,
    name: 'promo-orders',
    title: 'Заявки',
    offline: 'offline',
    component: screen(() => import('#features/orders/orders-screen.tsx'), 'OrdersScreen'),
  },
  {
    path: paths.orderAdd,
    name: 'promo-orders-add',
    title: 'Оформить заявку',
    offline: 'offline',
    component: screen(() => import('#features/orders/order-type-screen.tsx'), 'OrderTypeScreen'),
  },
  {
    path: paths.orderAddBasa,
    name: 'promo-orders-add-basa',
    title: 'Оформление заявки на дом',
    offline: 'offline',
    component: screen(() => import('#features/orders/order-form-screen.tsx'), 'HomeOrderScreen'),
  },
  {
    path: paths.orderAddPoint,
    name: 'promo-orders-add-point',
    title: 'Оформление доставки',
    offline: 'offline',
    component: screen(() => import('#features/orders/order-form-screen.tsx'), 'WorkshopOrderScreen'),
  },
  {
    path: paths.request,
    name: 'promo-request',
    title: 'Заявка',
    needs: 'work_promoter',
    offline: 'offline',
    component: screen(() => import('#features/requests/request-screen.tsx'), 'RequestScreen'),
  },
  {
    path: paths.outbox,
    name: 'promo-outbox',
    title: 'Очередь',
    offline: 'offline',
    component: screen(() => import('#features/outbox/outbox-screen.tsx'), 'OutboxScreen'),
  },
  {
    path: paths.moderation,
    name: 'promo-moderation',
    title: 'Управление',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(() => import('#features/moderation/moderation-screen.tsx'), 'ModerationScreen'),
  },
  {
    path: paths.moderationAdd,
    name: 'promo-moderation-add-user',
    title: 'Добавить промоутера',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(addPromoter, 'AddPromoterScreen'),
  },
  {
    path: paths.moderationStats,
    name: 'promo-moderation-stats',
    title: 'Статистика',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(() => import('#features/statistics/statistics-screen.tsx'), 'StatisticsScreen'),
  },
  {
    path: paths.moderationReports,
    name: 'promo-moderation-reports',
    title: 'Отчеты',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(() => import('#features/reports/reports-screen.tsx'), 'ReportsScreen'),
  },
  {
    path: paths.moderationReport,
    name: 'promo-moderation-report',
    title: 'Отчет',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(() => import('#features/reports/report/report-screen.tsx'), 'ReportScreen'),
  },
  {
    path: paths.moderationRequest,
    name: 'promo-moderation-request',
    title: 'Заявка',
    needs: 'edit_promoters',
    offline: 'needs-network',
    component: screen(moderationRequest, 'ModerationRequestScreen'),
  },
  {
    path: paths.users,
    name: 'users',
    title: 'Пользователи',
    needs: 'edit_users',
    offline: 'needs-network',
    component: screen(() => import('#features/users/users-screen.tsx'), 'UsersScreen'),
  },
  {
    path: paths.abac,
    name: 'abac',
    title: 'Политики доступа',
    offline: 'needs-network',
    component: screen(() => import('#features/policies/policies-screen.tsx'), 'PoliciesScreen'),
  },
  {
    path: paths.oauth,
    name: 'oauth',
    title: 'Приложения и токены',
    offline: 'needs-network',
    component: screen(() => import('#features/credentials/credentials-screen.tsx'), 'CredentialsScreen'),
  },
  {
    path: paths.receipts,
    name: 'enter',
    title: 'Оприходования',
    offline: 'needs-network',
    component: screen(stockSections, 'ReceiptsScreen'),
  },
  {
    path: paths.writeOffs,
    name: 'loss',
    title: 'Списания',
    offline: 'needs-network',
    component: screen(stockSections, 'WriteOffsScreen'),
  },
  {
    path: paths.stockMoves,
    name: 'move',
    title: 'Перемещения',
    offline: 'needs-network',
    component: screen(stockSections, 'StockMovesScreen'),
  },
  {
    path: paths.inventories,
    name: 'inventory',
    title: 'Инвентаризации',
    offline: 'needs-network',
    component: screen(stockSections, 'InventoriesScreen'),
  },
  {
    path: paths.stockDocument,
    name: 'edit',
    title: 'Документ',
    offline: 'needs-network',
    component: screen(() => import('#features/warehouse/edit/document-screen.tsx'), 'DocumentScreen'),
  },
];

/** What an address without a row shows. */
export const NotFound = screen(notFound, 'NotFoundScreen');
