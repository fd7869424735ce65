import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router-dom';
import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';

type Row = {
  path: string;
  /** The first h1 of the screen; PageTitle replaces it where the data know better. */
  title: string;
  /** Inherited by every address below the path. */
  needs?: Requirement;
  component: LazyExoticComponent<ComponentType>;
};

export type Screen = Row & { offline: 'offline' | 'needs-network' | 'public' };

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

/** Outside the shell, without sign-in. */
const publicScreens: Row[] = [
  // For whoever builds a screen; a build of the product has none of it.
  ...(import.meta.env.DEV
    ? [
        {
          path: paths.gallery,
          title: 'Витрина',
          component: screen(() => import('./gallery-route.tsx'), 'GalleryRoute'),
        },
      ]
    : []),
  {
    path: paths.login,
    title: 'Вход',
    component: screen(() => import('#features/sign-in/login-screen.tsx'), 'LoginScreen'),
  },
  {
    path: paths.logout,
    title: '',
    component: screen(() => import('#features/sign-in/logout-screen.tsx'), 'LogoutScreen'),
  },
  {
    path: paths.notFound,
    title: 'Page Not Found',
    component: screen(notFound, 'NotFoundScreen'),
  },
];

/** They work without a network. */
const offlineScreens: Row[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    component: screen(() => import('#features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  },
  {
    path: paths.promo,
    title: 'Промоутеры',
    component: screen(() => import('#features/promo-home/promo-home-screen.tsx'), 'PromoHomeScreen'),
  },
  {
    path: paths.contacts,
    title: 'Телефоны',
    component: screen(() => import('#features/contacts/contacts-screen.tsx'), 'ContactsScreen'),
  },
  {
    path: paths.contactAdd,
    title: 'Добавление контакта',
    component: screen(() => import('#features/contacts/form/contact-add-screen.tsx'), 'ContactAddScreen'),
  },
  {
    path: paths.contactImport,
    title: 'Импорт контактов',
    component: screen(() => import('#features/contacts/import/import-screen.tsx'), 'ContactImportScreen'),
  },
  {
    path: paths.contactEdit,
    title: 'Редактирование контакта',
    component: screen(() => import('#features/contacts/form/contact-edit-screen.tsx'), 'ContactEditScreen'),
  },
  {
    path: paths.orders,
    title: 'Заявки',
    component: screen(() => import('#features/orders/orders-screen.tsx'), 'OrdersScreen'),
  },
  {
    path: paths.orderAdd,
    title: 'Оформить заявку',
    component: screen(() => import('#features/orders/order-type-screen.tsx'), 'OrderTypeScreen'),
  },
  {
    path: paths.orderAddBasa,
    title: 'Оформление заявки на дом',
    component: screen(() => import('#features/orders/order-form-screen.tsx'), 'HomeOrderScreen'),
  },
  {
    path: paths.orderAddPoint,
    title: 'Оформление доставки',
    component: screen(() => import('#features/orders/order-form-screen.tsx'), 'WorkshopOrderScreen'),
  },
  {
    path: paths.request,
    title: 'Заявка',
    needs: 'work_promoter',
    component: screen(() => import('#features/requests/request-screen.tsx'), 'RequestScreen'),
  },
  {
    path: paths.outbox,
    title: 'Очередь',
    component: screen(() => import('#features/outbox/outbox-screen.tsx'), 'OutboxScreen'),
  },
];

/** They say so when there is no network. */
const onlineScreens: Row[] = [
  {
    path: paths.forbidden,
    title: 'Forbidden',
    component: screen(() => import('#features/error-screens/forbidden-screen.tsx'), 'ForbiddenScreen'),
  },
  {
    path: paths.moderation,
    title: 'Управление',
    needs: 'edit_promoters',
    component: screen(() => import('#features/moderation/moderation-screen.tsx'), 'ModerationScreen'),
  },
  {
    path: paths.moderationAdd,
    title: 'Добавить промоутера',
    needs: 'edit_promoters',
    component: screen(addPromoter, 'AddPromoterScreen'),
  },
  {
    path: paths.moderationStats,
    title: 'Статистика',
    needs: 'edit_promoters',
    component: screen(() => import('#features/statistics/statistics-screen.tsx'), 'StatisticsScreen'),
  },
  {
    path: paths.moderationReports,
    title: 'Отчеты',
    needs: 'edit_promoters',
    component: screen(() => import('#features/reports/reports-screen.tsx'), 'ReportsScreen'),
  },
  {
    path: paths.moderationReport,
    title: 'Отчет',
    needs: 'edit_promoters',
    component: screen(() => import('#features/reports/report/report-screen.tsx'), 'ReportScreen'),
  },
  {
    path: paths.moderationRequest,
    title: 'Заявка',
    needs: 'edit_promoters',
    component: screen(moderationRequest, 'ModerationRequestScreen'),
  },
  {
    path: paths.users,
    title: 'Пользователи',
    needs: 'edit_users',
    component: screen(() => import('#features/users/users-screen.tsx'), 'UsersScreen'),
  },
  {
    path: paths.abac,
    title: 'Политики доступа',
    component: screen(() => import('#features/policies/policies-screen.tsx'), 'PoliciesScreen'),
  },
  {
    path: paths.oauth,
    title: 'Приложения и токены',
    component: screen(() => import('#features/credentials/credentials-screen.tsx'), 'CredentialsScreen'),
  },
  {
    path: paths.receipts,
    title: 'Оприходования',
    component: screen(stockSections, 'ReceiptsScreen'),
  },
  {
    path: paths.writeOffs,
    title: 'Списания',
    component: screen(stockSections, 'WriteOffsScreen'),
  },
  {
    path: paths.stockMoves,
    title: 'Перемещения',
    component: screen(stockSections, 'StockMovesScreen'),
  },
  {
    path: paths.inventories,
    title: 'Инвентаризации',
    component: screen(stockSections, 'InventoriesScreen'),
  },
  {
    path: paths.stockDocument,
    title: 'Документ',
    component: screen(() => import('#features/warehouse/edit/document-screen.tsx'), 'DocumentScreen'),
  },
];

/** Every screen of the product. */
export const screens: readonly Screen[] = [
  ...publicScreens.map(row => ({ ...row, offline: 'public' as const })),
  ...offlineScreens.map(row => ({ ...row, offline: 'offline' as const })),
  ...onlineScreens.map(row => ({ ...row, offline: 'needs-network' as const })),
];

/** What an address without a row shows. */
export const NotFound = screen(notFound, 'NotFoundScreen');
