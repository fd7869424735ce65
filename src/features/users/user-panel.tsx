import { Link } from 'react-router-dom';
import { type AnswerKind, answerKindOf, type Problem } from '#api/problem.ts';
import {
  ACCOUNT_ACTIONS,
  type Account,
  type AccountChange,
  type AccountDetails,
  getAccount,
  type KnownRole,
} from '#contract/users.ts';
import { paths } from '#domain/paths.ts';
import { promoterShare } from '#domain/promoter-share.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { useSession } from '#state/session.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import { FigureList } from '#ui/figure-list.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
import { type PanelSteps, SidePanel } from '#ui/side-panel.tsx';
import { useNoActions } from './login-as.tsx';
import { texts } from './texts.ts';
import { UserRoles } from './user-roles.tsx';
import { UserState } from './user-state.tsx';
import styles from './users.module.css';

type UserPanelProps = PanelSteps & {
  id: number;
  /** The row of the list; undefined for somebody who is not in it. */
  listed: Account | undefined;
  roles: readonly KnownRole[];
  /** The list is another one now. */
  onChanged: () => void;
};

/** One user: what they may do, whether they come in, what they earn this month, and what was done to the account. */
export function UserPanel({ id, listed, roles, onChanged, ...steps }: UserPanelProps) {
  const remote = useRemote(getAccount, { id });
  const name = remote.value?.name ?? listed?.name ?? texts.user;
  const reload = async () => {
    onChanged();
    await remote.reload();
  };
  return (
    <SidePanel label={texts.panel(name)} title={name} words={texts} {...steps}>
      <RemoteView
        remote={remote}
        refused={remote.problem && <Refused remote={remote} problem={remote.problem} />}
        freshElsewhere
      >
        {account => <Details account={account} roles={roles} onChanged={reload} />}
      </RemoteView>
    </SidePanel>
  );
}

function Refused(props: { remote: Remote<AccountDetails>; problem: Problem }) {
  const titles: Partial<Record<AnswerKind, string>> = { gone: texts.noSuchUser, forbidden: texts.notAllowed };
  const title = titles[answerKindOf(props.problem)];
  const here = { gone: texts.noSuchUserWhy, forbidden: texts.notAllowedWhy };
  return <RemoteFailure {...props} {...(title && { title })} here={here} />;
}

type DetailsProps = {
  account: AccountDetails;
  roles: readonly KnownRole[];
  onChanged: () => Promise<void>;
};

function Details({ account, roles, onChanged }: DetailsProps) {
  const { user: self } = useSession();
  const { blocked, isOffline } = useNoActions();
  const actions = { account, isSelf: self?.id === account.id, blocked, onChanged };
  return (
    <>
      <DefinitionList
        rows={[
          { term: texts.id, value: account.id },
          { term: texts.email, value: account.email },
          { term: texts.created, value: formatDate(account.created_at) },
        ]}
      />
      <ProblemLine polite unanswered={isOffline}>
        {blocked}
      </ProblemLine>
      <UserRoles {...actions} roles={roles} />
      <UserState {...actions} />
      {account.month && <Month id={account.id} month={account.month} />}
      <Audit lines={account.audit} roles={roles} />
    </>
  );
}

/** A promoter's month, and the way to what is owed to them. */
function Month({ id, month }: { id: number; month: NonNullable<AccountDetails['month']> }) {
  const { count, done, sum } = month;
  const figures = [
    [texts.made, count],
    [texts.done, done],
    [texts.sum, formatMoney(sum)],
    [texts.share, formatMoney(promoterShare(sum))],
  ] as const;
  return (
    <div className={styles.part}>
      <h3>{texts.month}</h3>
      <FigureList figures={figures} />
      <Link to={`${paths.moderation}?state=all&promoter=${id}`}>{texts.payout}</Link>
    </div>
  );
}

function Audit({ lines, roles }: { lines: readonly AccountChange[]; roles: readonly KnownRole[] }) {
  return (
    <div className={styles.part}>
      <h3>{texts.audit}</h3>
      {lines.length === 0 ? (
        <p className={styles.hint}>{texts.noAudit}</p>
      ) : (
        <ul className={styles.audit}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and are never moved
            <li key={at}>
              <span>{whatOf(line, roles)}</span>
              <time>{`${formatDate(line.at, true)}, ${line.by?.name ?? texts.commandLine}`}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What was done, with its role or its reason. */
function whatOf({ action, role, reason }: AccountChange, roles: readonly KnownRole[]): string {
  const title = roles.find(({ name }) => name === role)?.display_name ?? role;
  const known = ACCOUNT_ACTIONS.find(each => each === action);
  return [known ? texts.actions[known] : action, title ?? reason].filter(Boolean).join(': ');
}
