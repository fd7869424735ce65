import { useCallback, useEffect, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import { type ListedUser, listUsers } from '#contract/users.ts';
import { BASE, paths } from '#domain/paths.ts';
import { noteLeavingPage } from '#kit/leave-page.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { useSession } from '#state/session.ts';
import { useNoteReachable, useSyncSummary } from '#state/sync.ts';
import { IconButton, LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LogIn, ShieldCheck } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { answerFault } from '#ui/remote/answer-fault.ts';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { notify } from '#ui/toast.tsx';
import { rememberBegun } from './acting-begun.ts';
import styles from './users.module.css';

const texts = {
  title: 'Пользователи',
  policies: 'Политики доступа',
  caption: 'Пользователи: роли и вход под ними',
  name: 'Имя',
  id: 'ID',
  email: 'E-mail',
  roles: 'Роли',
  noRoles: 'Без роли',
  search: 'Имя, e-mail или роль',
  empty: 'Пользователей пока нет',
  you: 'Это вы',
  startImpersonation: (name: string) => `Войти как ${name}`,
  // The misspelling is the specification's.
  question: (name: string) => `Авторизоваться под пользователейм ${name} ?`,
  what: 'Вы будете работать от имени этого пользователя не дольше часа. Все действия запишутся и на вас. Вернуться можно в любой момент.',
  unsentStays: 'Ваши неотправленные записи подождут вашего возвращения.',
  confirm: 'Войти',
  failedTitle: 'Ошибка',
  failed: 'авторизации',
  alreadyActing: 'Вы уже работаете под другим пользователем: сначала вернитесь',
  noAnswer: 'Нет связи. Вы остались под своим именем.',
  youStay: 'Вы остались под своим именем.',
  refused: 'Сервер не разрешил войти под этим пользователем.',
  serverFailed: 'Сервер не смог ответить. Вы остались под своим именем.',
} as const;

const keyOf = ({ id }: ListedUser) => id;

/** Everybody with an account, and the way to work as one of them. */
export function UsersScreen() {
  const remote = useRemote(listUsers, {});
  const { user: self } = useSession();
  const { blocked, isOffline } = useBlocked();
  const [asked, setAsked] = useState<ListedUser | null>(null);
  const selfId = self?.id;
  const rowActions = useCallback(
    (user: ListedUser) =>
      user.id === selfId ? (
        <span className={styles.you}>{texts.you}</span>
      ) : (
        <IconButton
          label={texts.startImpersonation(user.name)}
          icon={<LogIn size={20} />}
          disabled={blocked !== undefined}
          onClick={() => setAsked(user)}
        />
      ),
    [selfId, blocked],
  );
  return (
    <>
      <RemoteView remote={remote}>
        {({ list }) => (
          <div className={styles.list}>
            <div>
              <LinkButton to={paths.abac} icon={<ShieldCheck size={20} />}>
                {texts.policies}
              </LinkButton>
            </div>
            <ProblemLine polite unanswered={isOffline}>
              {blocked}
            </ProblemLine>
            <DataTable
              name="users"
              caption={texts.caption}
              rows={list}
              rowKey={keyOf}
              columns={columns}
              rowActions={rowActions}
              filter={{ label: texts.search }}
              csvName="users"
              empty={texts.empty}
            />
          </div>
        )}
      </RemoteView>
      {asked && <LoginAsQuestion user={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Why nobody can go on as another now; undefined when they can. */
function useBlocked(): { blocked: string | undefined; isOffline: boolean } {
  const blockedReason = useBlockedReason();
  const { actorId } = useSession();
  if (actorId !== undefined) return { blocked: texts.alreadyActing, isOffline: false };
  return { blocked: blockedBecause(blockedReason), isOffline: blockedReason === 'offline' };
}

/** What is told of each user, in the order of the specification. */
const columns: readonly Column<ListedUser>[] = [
  { id: 'id', title: texts.id, value: user => user.id, kind: 'code' },
  { id: 'name', title: texts.name, value: user => user.name, isName: true },
  { id: 'email', title: texts.email, value: user => user.email },
  { id: 'roles', title: texts.roles, value: rolesOf, cell: user => <Roles user={user} /> },
];

function rolesOf({ roles }: ListedUser): string {
  return roles.map(role => role.display_name).join(', ') || texts.noRoles;
}

function Roles({ user }: { user: ListedUser }) {
  if (user.roles.length === 0) return texts.noRoles;
  return (
    <span className={styles.roles}>
      {user.roles.map(role => (
        <Chip key={role.display_name}>{role.display_name}</Chip>
      ))}
    </span>
  );
}

/** Asks before one goes on as somebody else; then the page is loaded anew, so that nothing of the own one stays. */
function LoginAsQuestion({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { session } = useDevice();
  const noteReachable = useNoteReachable();
  const { total } = useSyncSummary();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // The way back must be on this device before there is one to go; without it the banner is fetched once more.
    import('./acting-banner.tsx').catch(() => undefined);
  }, []);
  const handleConfirm = async () => {
    setBusy(true);
    setProblem('');
    const taken = await session.loginAs(user.id);
    noteReachable(taken.ok ? null : taken.problem);
    if (taken.ok) {
      rememberBegun();
      noteLeavingPage();
      window.location.assign(BASE + paths.root);
      return;
    }
    setBusy(false);
    setProblem(loginAsProblem(taken.problem));
    notify({ type: 'error', title: texts.failedTitle, message: texts.failed });
  };
  return (
    <ConfirmDialog
      open
      title={texts.question(user.name)}
      confirmLabel={texts.confirm}
      busy={busy}
      problem={problem}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      <p>{texts.what}</p>
      {total > 0 && <p>{texts.unsentStays}</p>}
    </ConfirmDialog>
  );
}

/** Why one could not go on as another, in the server's words where it has some. */
function loginAsProblem(problem: Problem): string {
  if (problem.kind === 'offline' || problem.kind === 'timeout') return texts.noAnswer;
  const fault = answerFault(problem);
  if (fault) return `${fault}. ${texts.youStay}`;
  if (!isAnswered(problem) || problem.kind === 'server') return texts.serverFailed;
  return toServerWords({ message: problem.message }, texts.refused) || texts.refused;
}
