import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { addRule } from '#domain/policy/edits/rules.ts';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.ts';
import { useEditing } from '../editing.ts';
import { texts } from '../texts.ts';
import { RuleCard } from './rule-card.tsx';
import styles from './rules.module.css';
import { useRuleFocus } from './use-rule-focus.ts';

/** The rules of the policy, one below the other, and the way to a new one. */
export function Rules() {
  const { policy, edit, catalogue } = useEditing();
  const { rules } = policy;
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set());
  const focus = useRuleFocus(list, rules);
  const open = useCallback((id: number, isOpen: boolean) => setOpened(held => withId(held, id, isOpen)), []);
  const known = useRef(rules);
  useLayoutEffect(() => {
    known.current = rules;
  });
  const handleAdd = () => {
    edit(addRule);
    focus.expectNew(id => open(id, true));
  };
  return (
    <section ref={list} className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.rules}</h3>
      <p className={styles.why}>{rules.length === 0 ? texts.noRules : texts.rulesWhy}</p>
      {rules.map(rule => (
        <RuleCard
          key={rule.id}
          rule={rule}
          isOpen={opened.has(rule.id)}
          onToggle={open}
          focus={focus}
          edit={edit}
          catalogue={catalogue}
        />
      ))}
      <div>
        <Button icon={<Plus size={20} />} data-add-rule onClick={handleAdd}>
          {texts.addRule}
        </Button>
      </div>
    </section>
  );
}

function withId(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
