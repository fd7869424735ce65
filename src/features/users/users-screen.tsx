import { useMemo, useRef, useState } from 'react';
import { type Account, type AccountPage, type KnownRole, searchUsers, USER_STATES } from '#contract/users.ts';
import { paths } from '#domain/paths.ts';
import { useLastValue } from '#state/remote/use-last-value.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { useSavedViews } from '#state/use-saved-views.ts';
import { LinkButton } from '#ui/button.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { ShieldCheck } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { BESIDE, ListWithPanel } from '#ui/side-panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { FilterRow } from '#ui/table/filter-row.tsx';
import { useListQuery, useListQuestion } from '#ui/table/list-address.ts';
import { useMedia } from '#ui/use-media.ts';
import { usePanelKeys, useReturnToRow } from '#ui/use-panel-keys.ts';
import { useLoginAs } from './login-as.tsx';
import { texts } from './texts.ts';
import { accountColumns } from './user-columns.tsx';
import { UserPanel } from './user-panel.tsx';
import styles from './users.module.css';
import { type ChangeQuery, readQuery, stateNamed, type UsersQuery } from './users-query.ts';
import { WholeList } from './whole-list.tsx';

/** Everybody with an account: who they are, what they may do, whether they come in, and the way to work as one of them. */
export function UsersScreen() {
  const { query, change } = useListQuery(readQuery, 'user');
  const { remote, hasSearch } = useAccounts(query);
  const isBeside = useMedia(BESIDE);
  return (
    <div className={styles.list}>
      {(isBeside || query.user === null || !hasSearch) && (
        <div>
          <LinkButton to={paths.abac} icon={<ShieldCheck size={20} />}>
            {texts.policies}
          </LinkButton>
        </div>
      )}
      {hasSearch ? (
        <RemoteView remote={remote} freshElsewhere>
          {accounts => (
            <Accounts
              accounts={accounts}
              remote={remote}
              query={query}
              onChange={change}
              isBeside={isBeside}
            />
          )}
        </RemoteView>
      ) : (
        <WholeList query={query} onChange={change} />
      )}
    </div>
  );
}

/**
 * The list as it was answered last, until it is answered for what is asked for now; `hasSearch` false: this
 * backend has none, or its policies know of none yet; whether they let one in at all says the specification's list.
 */
function useAccounts(query: UsersQuery) {
  const [hasSearch, setSearch] = useState(true);
  const { role, state } = query;
  const question = { ...useListQuestion(query), role, state };
  const remote = useRemote(searchUsers, hasSearch ? question : null);
  const { kind, status } = remote.problem ?? {};
  if (hasSearch && kind === 'refused' && (status === 404 || status === 403)) setSearch(false);
  return { remote: useLastValue(remote), hasSearch };
}

type AccountsProps = {
  accounts: AccountPage;
  remote: Remote<AccountPage>;
  query: UsersQuery;
  onChange: ChangeQuery;
  isBeside: boolean;
};

function Accounts({ accounts, remote, query, isBeside, ...rest }: AccountsProps) {
  const { user } = query;
  // The panel stays, and what is chosen in it: nothing is left.
  const onChange: ChangeQuery = (next, options) =>
    rest.onChange(next, 'user' in next || !wouldLoseInput() ? options : { replace: true });
  const loginAs = useLoginAs();
  const at = accounts.list.findIndex(({ id }) => id === user);
  const listed = accounts.list[at];
  const show = (account: Account | undefined) =>
    // What would be lost is asked about, and that only where a step is added.
    onChange({ user: account?.id ?? null }, { replace: !wouldLoseInput() });
  const next = accounts.list[at + 1];
  const previous = accounts.list[at - 1];
  const steps = {
    onNext: next ? () => show(next) : null,
    onPrevious: previous ? () => show(previous) : null,
    onClose: () => show(undefined),
  };
  const root = useRef<HTMLDivElement>(null);
  usePanelKeys(user === null ? null : steps);
  useReturnToRow(root, 'user', user);
  return (
    <ListWithPanel ref={root} isOpen={isBeside && user !== null}>
      {(isBeside || user === null) && (
        <div className={styles.list}>
          <ProblemLine polite unanswered={loginAs.isOffline}>
            {loginAs.blocked}
          </ProblemLine>
          <AccountTable
            accounts={accounts}
            busy={remote.busy}
            query={query}
            onChange={onChange}
            rowActions={loginAs.action}
          />
          <FreshLine remote={remote} />
        </div>
      )}
      {user !== null && (
        <UserPanel
          key={user}
          id={user}
          listed={listed}
          roles={accounts.roles}
          onChanged={() => void remote.reload()}
          {...steps}
        />
      )}
      {loginAs.question}
    </ListWithPanel>
  );
}

type AccountTableProps = {
  accounts: AccountPage;
  busy: boolean;
  query: UsersQuery;
  onChange: ChangeQuery;
  rowActions: ReturnType<typeof useLoginAs>['action'];
};

/** Room for all columns beside a panel too. */
const WIDE_BESIDE = '(min-width: 100em)';

/** Of the address; who is looked for is nothing to be kept on a device. */
const VIEW_PARAMS = ['role', 'state', 'sort'];

function AccountTable({ accounts, busy, query, onChange, rowActions }: AccountTableProps) {
  const { hrefOf } = useListQuery(readQuery, 'user');
  const isNarrow = !useMedia(WIDE_BESIDE) && query.user !== null;
  const savedViews = useSavedViews(VIEW_PARAMS);
  const columns = useMemo(
    () => accountColumns({ panelOf: user => hrefOf({ user }), isNarrow }),
    [hrefOf, isNarrow],
  );
  const actionOf = useMemo(
    () => (account: Account) => (account.state === 'active' ? rowActions(account) : null),
    [rowActions],
  );
  return (
    <DataTable
      name="users"
      savedViews={savedViews}
      caption={texts.caption}
      rows={accounts.list}
      rowKey={keyOf}
      columns={columns}
      sort={query.sort}
      onSort={sort => onChange({ sort })}
      toneOf={row => (row.id === query.user ? 'primary' : undefined)}
      rowActions={actionOf}
      paging={{ page: accounts, onPage: page => onChange({ page }) }}
      busy={busy}
      controls={<Filter query={query} roles={accounts.roles} onChange={onChange} />}
      csvName="users"
      isNarrow={isNarrow}
      empty={texts.nobody}
      emptyAction={{
        label: texts.everybody,
        onPress: () => onChange({ search: '', role: '', state: USER_STATES[0] }),
      }}
    />
  );
}

const keyOf = ({ id }: Account) => id;

type FilterProps = { query: UsersQuery; roles: readonly KnownRole[]; onChange: ChangeQuery };

/** Who is listed; it stands in the address. */
function Filter({ query: { search, role, state }, roles, onChange }: FilterProps) {
  const known = roles.map(({ name, display_name }) => ({ id: name, name: display_name }));
  // One that an old address names is shown, so that it can be left.
  const isUnknown = role !== '' && !roles.some(({ name }) => name === role);
  return (
    <FilterRow>
      <SearchField
        label={texts.search}
        value={search}
        onChange={text => onChange({ search: text }, { replace: true })}
      />
      <SelectField
        label={texts.role}
        labelHidden
        placeholder={texts.anyRole}
        options={isUnknown ? [...known, { id: role, name: role }] : known}
        value={role}
        onChange={event => onChange({ role: event.target.value })}
      />
      <SelectField
        label={texts.states}
        labelHidden
        placeholder={null}
        options={USER_STATES.map(id => ({ id, name: texts.state[id] }))}
        value={state}
        onChange={event => onChange({ state: stateNamed(event.target.value) })}
      />
    </FilterRow>
  );
}
