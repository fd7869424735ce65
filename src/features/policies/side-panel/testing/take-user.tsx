import { useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { listUserNames, listUsers } from '#contract/users.ts';
import { satisfies } from '#domain/permissions.ts';
import type { Entity } from '#domain/policy/facts.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { TreePicker } from '#ui/picker/tree-picker.tsx';
import type { TreeOption } from '#ui/tree-option.ts';
import { useEditing } from '../../editing.ts';
import { userFacts } from './known-facts.ts';
import { texts } from './texts.ts';

export type TakeProps = { user: CurrentUser; onTake: (entity: Entity, name: string) => void };

const NOBODY: readonly TreeOption[] = [];

/** Chooses somebody whose attributes fill the fields: with e-mail and roles for who may see them, else by name alone. */
export function TakeUser({ user, onTake }: TakeProps) {
  const { catalogue } = useEditing();
  const maySee = satisfies(user.can, 'edit_users');
  const whole = useRemote(listUsers, maySee ? {} : null);
  const names = useRemote(listUserNames, maySee ? null : {});
  const { value, busy, problem, reload } = maySee ? whole : names;
  const [chosen, setChosen] = useState<TreeOption['id'] | null>(null);
  const handleChoice = (id: TreeOption['id'] | null) => {
    setChosen(id);
    const found = value?.list.find(each => each.id === id);
    if (found) onTake(userFacts(found, catalogue), found.name);
  };
  return (
    <TreePicker
      name="policy-user"
      label={texts.takeUser}
      options={value?.list ?? NOBODY}
      busy={busy && !value}
      problem={problem && !value ? texts.usersFailed : undefined}
      onRetry={() => void reload()}
      value={chosen}
      onChange={handleChoice}
    />
  );
}
