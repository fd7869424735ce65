import { Fragment } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import type { CurrentUser } from '#contract/session.ts';
import { paths } from '#domain/paths.ts';
import { missingPermissions, PROMO_STAFF, satisfies } from '#domain/permissions.ts';
import { useSession } from '#state/session.ts';
import { Chip } from '#ui/chip.tsx';
import { KeyRound } from '#ui/icons.ts';
import type { ForbiddenState } from '#ui/to-forbidden.tsx';
import styles from './error-screen.module.css';
import { ErrorScreen, HOME } from './error-screen.tsx';
import { type Place, places } from './places.ts';
import { texts } from './texts.ts';

/** 403: what the page is for, who may see it, whom to ask, and the nearest page that this user may see. */
export function ForbiddenScreen() {
  const { from, status } = readState(useLocation().state);
  const { user, actorId } = useSession();
  const place = places.find(({ path }) => matchPath({ path, end: false }, from));
  const byPermissions = status === undefined && place !== undefined;
  // The device knew the user from last time; by now the server has told of a permission that is new.
  if (byPermissions && user && satisfies(user.can, place.needs)) return <Navigate to={from} replace />;
  return (
    <ErrorScreen title="Forbidden" back={nearest(from, place, user?.can ?? {})}>
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

function nearest(from: string, place: Place | undefined, can: CurrentUser['can']) {
  if (place && place.home.to !== from && satisfies(can, place.needs)) return place.home;
  return satisfies(can, PROMO_STAFF) ? { to: paths.promo, label: texts.workplace } : HOME;
}

type ReasonProps = { place: Place | undefined; user: CurrentUser; isActing: boolean };

function Reason({ place, user, isActing }: ReasonProps) {
  const missing = missingPermissions(user.can, place?.needs);
  return (
    <>
      {place && (
        <p>
          {place.what} {place.who}
        </p>
      )}
      {isActing && <p>{texts.actingAs(user.name)}</p>}
      {missing.length > 0 && (
        <p className={styles.missing}>
          {missing.length > 1 ? texts.lacksAny : texts.lacks}
          {missing.map(name => (
            <Fragment key={name}>
              {' '}
              <Chip tone="err" icon={<KeyRound size={16} />}>
                {name}
              </Chip>
            </Fragment>
          ))}
        </p>
      )}
      {!isActing && missing.length === 0 && <p>{texts.refused}</p>}
      <p>{isActing ? texts.comeBack : texts.ask}</p>
    </>
  );
}
