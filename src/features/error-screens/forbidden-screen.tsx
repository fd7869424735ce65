import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { type Permission, type Requirement, WAREHOUSE_STAFF } from '#contract/guard.ts';
import type { CurrentUser } from '#contract/session.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { missingPermissions, PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { useSession } from '#state/session.ts';
import type { ForbiddenState } from '#ui/to-forbidden.tsx';
import { ErrorScreen, HOME } from './error-screen.tsx';

/** A part of the product that is not open to everybody. */
type Place = {
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

/** What an address names alone, where it is not there or not for this user: which of the two, no server tells. */
const things: readonly { path: string; words: (named: string) => string; home: Place['home'] }[] = [
  {
    path: paths.moderationReport,
    words: id => `Отчета №${id} нет или он вам не виден.`,
    home: { to: paths.moderationReports, label: 'Отчеты' },
  },
  {
    path: paths.moderationPayment,
    words: id => `Выплаты №${id} нет или она вам не видна.`,
    home: { to: paths.moderationPayments, label: 'Выплаты' },
  },
  {
    path: paths.moderationRequest,
    words: () => 'Этой заявки нет или она вам не видна.',
    home: { to: paths.moderationReports, label: 'Отчеты' },
  },
  {
    path: paths.request,
    words: code => `Заявки ${code} нет среди ваших.`,
    home: { to: paths.orders, label: 'Заявки' },
  },
];

const texts = {
  workplace: 'Рабочее место',
  lacks: (names: readonly string[]) =>
    names.length > 1 ? `Нет доступа ни к ${names.join(', ни к ')}.` : `Нет доступа к ${names.join()}.`,
  access: {
    work_promoter: 'работе промоутера',
    edit_promoters: 'управлению промоутерами',
    edit_users: 'управлению пользователями',
  } satisfies Record<Permission, string>,
  refused: 'Сервер отказал: право могли только что отозвать, или страницу закрывает правило фирмы.',
  ask: 'Права дает администратор фирмы: попросите его, если страница нужна для работы.',
  actingAs: (name: string) =>
    `Сейчас вы работаете как ${name}: открывается то, что можно этому пользователю.`,
  endImpersonation: 'К своим правам возвращает кнопка «Вернуться» вверху страницы.',
} as const;

/** 403: what the page is for, who may see it, whom to ask, and the nearest page that this user may see. */
export function ForbiddenScreen() {
  const { from, status } = readState(useLocation().state);
  const { user, actorId } = useSession();
  const place = places.find(({ path }) => matchPath({ path, end: false }, from));
  const byPermissions = status === undefined && place !== undefined;
  const isOpen = user !== null && satisfies(user.can, place?.needs);
  const thing = status !== undefined && isOpen ? thingAt(from) : null;
  // The device knew the user from last time; by now the server has told of a permission that is new.
  if (byPermissions && user && satisfies(user.can, place.needs)) return <Navigate to={from} replace />;
  return (
    <ErrorScreen
      title="Forbidden"
      back={nearest(from, thing && place ? { ...place, home: thing.home } : place, user?.can ?? {})}
    >
      {thing && <p>{thing.words}</p>}
      {user && (byPermissions || status === 403) && (
        <Reason place={place} user={user} isActing={actorId !== undefined} />
      )}
    </ErrorScreen>
  );
}

/** History state is untyped, and there is none where the address was typed. */
function readState(state: unknown): ForbiddenState {
  const { from, status } = Object(state) as Record<keyof ForbiddenState, unknown>;
  return {
    from: typeof from === 'string' ? from : '',
    ...(typeof status === 'number' && { status }),
  };
}

function thingAt(from: string) {
  for (const { path, words, home } of things) {
    const [named] = Object.values(matchPath(path, from)?.params ?? {});
    if (named) return { words: words(named), home };
  }
  return null;
}

function nearest(from: string, place: Place | undefined, can: CurrentUser['can']) {
  if (place && place.home.to !== from && satisfies(can, place.needs)) return place.home;
  return satisfies(can, PROMO_STAFF) ? { to: paths.promo, label: texts.workplace } : HOME;
}

function Reason(props: { place: Place | undefined; user: CurrentUser; isActing: boolean }) {
  const { place, user, isActing } = props;
  const missing = missingPermissions(user.can, place?.needs);
  return (
    <>
      {place && <p>{`${place.what} ${place.who}`}</p>}
      {isActing && <p>{texts.actingAs(user.name)}</p>}
      {missing.length > 0 && <p>{texts.lacks(missing.map(name => texts.access[name]))}</p>}
      {!isActing && missing.length === 0 && <p>{texts.refused}</p>}
      <p>{isActing ? texts.endImpersonation : texts.ask}</p>
    </>
  );
}
