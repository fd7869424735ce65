import { type Requirement, WAREHOUSE_STAFF } from '#contract/guard.ts';
import { paths, pathTo } from '#domain/paths.ts';

/** A part of the product that is not open to everybody. */
export type Place = {
  /** Its address and all that lie below. */
  path: string;
  needs: Requirement;
  what: string;
  who: string;
  home: { to: string; label: string };
};

/**
 * «Обычно» where the specification names no permission: our server asks for `needs` there, and another backend decides
 * for itself.
 */
export const places: readonly Place[] = [
  {
    path: paths.moderation,
    needs: 'edit_promoters',
    what: 'Управление: промоутеры, их отчеты, выплаты и статистика.',
    who: 'Открыто модераторам и администраторам.',
    home: { to: paths.moderation, label: 'Управление' },
  },
  {
    path: paths.request,
    needs: 'work_promoter',
    what: 'Заявка промоутера: ее состояние, сумма и процент.',
    who: 'Открыто промоутерам.',
    home: { to: paths.orders, label: 'Заявки' },
  },
  {
    path: paths.users,
    needs: 'edit_users',
    what: 'Пользователи: кто есть в фирме, их роли и вход под ними.',
    who: 'Открыто администраторам.',
    home: { to: paths.users, label: 'Пользователи' },
  },
  {
    path: paths.abac,
    needs: 'edit_users',
    what: 'Политики доступа: правила, по которым сервер решает, кому что можно.',
    who: 'Обычно открыто администраторам, и только под своим именем.',
    home: { to: paths.abac, label: 'Политики доступа' },
  },
  {
    path: '/warehouse',
    needs: WAREHOUSE_STAFF,
    what: 'Склад: оприходования, списания и другие документы.',
    who: 'Обычно открыто модераторам и администраторам.',
    home: { to: pathTo(paths.receipts, { page: 1 }), label: 'Склад' },
  },
];
