import { useState } from 'react';
import { type AccountDetails, type KnownRole, saveUserRoles } from '#contract/users.ts';
import { useAction } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { AskBeforeLeaving } from '#ui/form/ask-before-leaving.tsx';
import { FieldGroup } from '#ui/form/field-group.tsx';
import { CheckboxField } from '#ui/form/text-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as shared } from '#ui/texts.ts';
import { texts } from './texts.ts';
import { useAccountChange } from './use-account-change.ts';
import styles from './users.module.css';

type UserRolesProps = {
  account: AccountDetails;
  /** Those that there are. */
  roles: readonly KnownRole[];
  isSelf: boolean;
  /** Why nothing can be done now. */
  blocked: string | undefined;
  onChanged: () => Promise<void>;
};

/** What the user may do, by roles. */
export function UserRoles({ account, roles, isSelf, blocked, onChanged }: UserRolesProps) {
  const held = account.roles.map(({ name }) => name);
  /** Null while nothing is chosen anew: then it follows what there is. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const save = useAction(saveUserRoles);
  const change = useAccountChange(account.id, onChanged);
  const wanted = chosen ?? held;
  const isLost = held.some(name => !wanted.includes(name));
  const isOther = isLost || wanted.some(name => !held.includes(name));
  // Chosen back to what there is, or saved though the answer was lost: it follows again.
  if (chosen && !isOther) setChosen(null);
  const choose = (next: readonly string[]) => {
    change.forget();
    setChosen(next);
  };
  const handleSave = async () => {
    const roles = [...wanted];
    const outcome = await change.run({
      send: () => save({ id: account.id, roles, seen: held }),
      isDone: now =>
        isSameSet(
          now.roles.map(({ name }) => name),
          roles,
        ),
      done: () => texts.rolesSaved,
    });
    // Whoever was overtaken sees what there is, and not what would undo it.
    if (outcome.is === 'saved' || outcome.problem.status === 409) setChosen(null);
  };
  return (
    <div className={styles.part}>
      <FieldGroup
        label={texts.roles}
        hint={isSelf ? texts.ownRoles : undefined}
        disabled={isSelf || change.busy}
      >
        <div className={styles.checks}>
          {roles.map(({ name, display_name }) => (
            <CheckboxField
              key={name}
              label={display_name}
              checked={wanted.includes(name)}
              onChange={event =>
                choose(event.target.checked ? [...wanted, name] : wanted.filter(each => each !== name))
              }
            />
          ))}
        </div>
      </FieldGroup>
      {isLost && <p className={styles.hint}>{texts.lostRole}</p>}
      {!isSelf && (
        <Button
          kind="primary"
          busy={change.busy}
          disabled={!isOther || blocked !== undefined || change.check !== undefined}
          focusableWhenDisabled
          onClick={() => void handleSave()}
        >
          {texts.saveRoles}
        </Button>
      )}
      {isOther && <AskBeforeLeaving words={texts.leaveRoles} />}
      <p role="status" className={styles.hint}>
        {change.said}
      </p>
      <ProblemLine onRetry={change.check} retryLabel={shared.check} busy={change.busy}>
        {change.problem}
      </ProblemLine>
    </div>
  );
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(name => other.includes(name));
}
