import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { leftOfLoginAsMs } from '#api/auth-state.ts';
import type { CurrentUser } from '#contract/session.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { plural } from '#kit/plural.ts';
import { useDevice } from '#state/device-context.ts';
import { useEndImpersonation } from '#state/end-impersonation.ts';
import { useRestoreSession } from '#state/session.ts';
import { useSendNow } from '#state/sync.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';
import { Undo2 } from '#ui/icons-of-screens.ts';
import { Spinner } from '#ui/spinner.tsx';
import { notify } from '#ui/toast.tsx';
import styles from './acting-banner.module.css';
import { hasJustBegun } from './acting-begun.ts';

const texts = {
  label: 'Работа под другим пользователем',
  actingAs: (name: string) => `Вы работаете как ${name}`,
  over: (name: string) => `Время работы как ${name} истекло`,
  minutesLeft: (minutes: number) =>
    minutes === 0 ? 'меньше минуты' : `еще ${minutes} ${plural(minutes, 'минута', 'минуты', 'минут')}`,
  endImpersonation: 'Вернуться',
  begunTitle: 'Авторизация',
  begun: (name: string) => `под пользователем ${name}`,
  unsentTitle: (count: number) => `Осталось неотправленных: ${count}`,
  unsentWhy: (name: string, count: number) =>
    `${count} ${plural(count, 'запись останется', 'записи останутся', 'записей останутся')} на этом устройстве. Отправить сможете только вы, когда снова войдете как ${name}.`,
  leaveFormTitle: 'Уйти без сохранения?',
  inputLost: 'Введенное в форме будет потеряно.',
  leaveUnsent: 'Вернуться без отправки',
  stayAndSend: 'Остаться и отправить',
  stay: 'Остаться',
} as const;

type ActingBannerProps = {
  /** As whom one works. */
  user: CurrentUser;
  /** That session has ended by itself. */
  held: boolean;
  unsent: number;
};

/** Says on every screen that the user works as somebody else, and for how long; leads back. */
export function ActingBanner({ user, held, unsent }: ActingBannerProps) {
  const { name } = user;
  const { endImpersonation, isEnding } = useEndImpersonation();
  const [asking, setAsking] = useState<{ losesInput: boolean } | null>(null);
  const sendNow = useSendNow();
  useBegunToast(name);
  useRoomForBanner();
  const stay = () => {
    setAsking(null);
    if (!held && unsent > 0) void sendNow();
  };
  return (
    <section className={styles.banner} aria-label={texts.label}>
      <p className={styles.words}>
        <span role="status">{held ? texts.over(name) : texts.actingAs(name)}</span>
        {!held && <TimeLeft />}
      </p>
      <button
        type="button"
        className={styles.back}
        disabled={isEnding}
        aria-busy={isEnding || undefined}
        onClick={() => {
          const losesInput = wouldLoseInput();
          if (unsent > 0 || losesInput) setAsking({ losesInput });
          else endImpersonation();
        }}
      >
        {isEnding ? <Spinner size={16} /> : <Undo2 size={16} />}
        <span>{texts.endImpersonation}</span>
      </button>
      <ConfirmDialog
        open={asking !== null}
        title={unsent > 0 ? texts.unsentTitle(unsent) : texts.leaveFormTitle}
        confirmLabel={unsent > 0 ? texts.leaveUnsent : texts.endImpersonation}
        cancelLabel={held || unsent === 0 ? texts.stay : texts.stayAndSend}
        busy={isEnding}
        onConfirm={endImpersonation}
        onCancel={stay}
      >
        {unsent > 0 && <p>{texts.unsentWhy(name, unsent)}</p>}
        {asking?.losesInput && <p>{texts.inputLost}</p>}
      </ConfirmDialog>
    </section>
  );
}

/** By this device's clock, which ends it too: that is written down, and the screens are shown as after any end. */
function TimeLeft() {
  const minutes = useMinutesLeft();
  const enter = useRestoreSession();
  const isOver = minutes === null;
  useEffect(() => {
    if (isOver) void enter();
  }, [isOver, enter]);
  return !isOver && <span className={styles.left}>{texts.minutesLeft(minutes)}</span>;
}

function useBegunToast(name: string): void {
  useEffect(() => {
    if (hasJustBegun()) notify({ type: 'success', title: texts.begunTitle, message: texts.begun(name) });
  }, [name]);
}

/** Toasts begin below the banner. */
function useRoomForBanner(): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add(styles.room ?? '');
    return () => classList.remove(styles.room ?? '');
  }, []);
}

const UPDATE_EVERY_MS = 10 * SECOND_MS;

/** Whole minutes that are left, never told too many; null when it is over. */
function useMinutesLeft(): number | null {
  const { auth, now } = useDevice();
  const read = useCallback(() => {
    const leftMs = leftOfLoginAsMs(auth.read(), now());
    return leftMs > 0 ? Math.floor(leftMs / MINUTE_MS) : null;
  }, [auth, now]);
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const update = () => setLeft(read());
    update();
    const timer = setInterval(update, UPDATE_EVERY_MS);
    // A phone that slept shows no old number.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [read]);
  return left;
}
