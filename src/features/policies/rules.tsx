import { memo, type RefObject, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EFFECTS } from '#contract/policies.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import {
  addRule,
  duplicateRule,
  moveRule,
  removeRule,
  renameRule,
  setEffect,
} from '#domain/policy/edits/rules.ts';
import { newPolicy, type Policy, type Rule } from '#domain/policy/policy.ts';
import { summaryLines } from '#domain/policy/words/summary-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Plus } from '#ui/icons.ts';
import { ArrowDown, ArrowUp, Check, Copy, Trash2, X } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import { type Editing, useEditing, useTyped } from './editing.ts';
import styles from './policy-form.module.css';
import { texts } from './texts.ts';
import { ConditionTree } from './tree/condition-tree.tsx';

/** The rules of the policy, one below the other, and the way to a new one. */
export function Rules() {
  const { policy, edit, catalogue } = useEditing();
  const { rules } = policy;
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const changeRules = useRuleChanges(list);
  const open = useCallback((id: number, isOpen: boolean) => {
    setOpened(held => (isOpen ? [...held, id] : held.filter(each => each !== id)));
  }, []);
  const handleAdd = () =>
    changeRules(addRule, after => {
      const id = after.at(-1)?.id ?? 0;
      open(id, true);
      return nameOf(id);
    });
  return (
    <section ref={list} className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.rules}</h3>
      <p className={styles.why}>{rules.length === 0 ? texts.noRules : texts.rulesWhy}</p>
      {rules.map(rule => (
        <RuleCard
          key={rule.id}
          rule={rule}
          isOpen={opened.includes(rule.id)}
          onToggle={open}
          changeRules={changeRules}
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

const EFFECT_OPTIONS = EFFECTS.map(effect => ({ value: effect, label: effect }));

type RuleCardProps = {
  rule: Rule;
  isOpen: boolean;
  onToggle: (id: number, isOpen: boolean) => void;
  changeRules: ReturnType<typeof useRuleChanges>;
} & Pick<Editing, 'edit' | 'catalogue'>;

/**
 * One rule: its effect by word and tint; open, everything that can be changed in it. Given what it needs, so that an edit
 * elsewhere draws nothing here.
 */
const RuleCard = memo(function RuleCard(props: RuleCardProps) {
  const { rule, isOpen, onToggle, changeRules, edit, catalogue } = props;
  const name = rule.name || texts.unnamed;
  const tone = rule.effect === 'allow' ? 'ok' : 'err';
  return (
    <div data-rule={rule.id} className={rule.effect === 'allow' ? styles.allow : styles.deny}>
      <Card
        title={name}
        stripe={tone}
        meta={
          <Chip tone={tone} icon={tone === 'ok' ? <Check size={16} /> : <X size={16} />}>
            {rule.effect}
          </Chip>
        }
        summary={!isOpen && <RuleWords rule={rule} catalogue={catalogue} />}
        collapsible
        open={isOpen}
        onToggle={isNowOpen => onToggle(rule.id, isNowOpen)}
        actions={<RuleMenu id={rule.id} name={name} changeRules={changeRules} />}
      >
        <RuleFields id={rule.id} name={rule.name} effect={rule.effect} edit={edit} />
        <ConditionTree tree={rule.id} label={texts.conditionOf(name)} />
      </Card>
    </div>
  );
});

/** What a closed rule says, in one line. */
function RuleWords({ rule, catalogue }: Pick<RuleCardProps, 'rule' | 'catalogue'>) {
  const words = useMemo(() => {
    // Alone, and in the combination in which every rule counts: its words are about nothing else then.
    const alone: Policy = { ...newPolicy([]), ruleCombine: 'allowIfAllAllowed', rules: [rule] };
    const lines = summaryLines(alone, catalogue).filter(({ level }) => level > 0);
    return lines.map(({ text }) => text).join(' ');
  }, [rule, catalogue]);
  return <p className={styles.ruleWords}>{words}</p>;
}

type RuleMenuProps = Pick<Rule, 'id' | 'name'> & Pick<RuleCardProps, 'changeRules'>;

const RuleMenu = memo(function RuleMenu({ id, name, changeRules }: RuleMenuProps) {
  const place = (rules: readonly Rule[]) => rules.findIndex(rule => rule.id === id);
  const move = (direction: 'up' | 'down') => () =>
    changeRules(
      held => moveRule(held, id, direction),
      () => menuOf(id),
    );
  const duplicate = () =>
    changeRules(
      held => duplicateRule(held, id),
      after => nameOf(after[place(after) + 1]?.id),
    );
  const remove = () =>
    changeRules(
      held => removeRule(held, id),
      (after, before) => {
        const next = after[place(before)] ?? after.at(-1);
        return next ? menuOf(next.id) : '[data-add-rule]';
      },
    );
  return (
    <Menu
      label={texts.actionsOf(name)}
      items={[
        { label: texts.moveUp, icon: <ArrowUp size={20} />, onSelect: move('up') },
        { label: texts.moveDown, icon: <ArrowDown size={20} />, onSelect: move('down') },
        { label: texts.duplicate, icon: <Copy size={20} />, onSelect: duplicate },
        { label: texts.remove, icon: <Trash2 size={20} />, danger: true, onSelect: remove },
      ]}
    />
  );
});

type RuleFieldsProps = Pick<Rule, 'id' | 'name' | 'effect'> & Pick<RuleCardProps, 'edit'>;

const RuleFields = memo(function RuleFields({ id, name, effect, edit }: RuleFieldsProps) {
  const typed = useTyped(name, text => edit(held => renameRule(held, id, text), `rule.${id}.name`));
  return (
    <div className={styles.fields}>
      <TextField label={texts.ruleName} {...typed} autoComplete="off" />
      <SegmentedFilter
        label={texts.effect}
        value={effect}
        options={EFFECT_OPTIONS}
        onChange={next => edit(held => setEffect(held, id, next))}
      />
    </div>
  );
});

const nameOf = (id: number | undefined) => `[data-rule="${id}"] input`;
const menuOf = (id: number) => `[data-rule="${id}"] [aria-haspopup="menu"]`;

/**
 * Changes the rules; `target` selects what gets the focus then, so that a keyboard user stays where they were. A change
 * that was refused leaves the focus alone.
 */
function useRuleChanges(section: RefObject<HTMLElement | null>) {
  const { policy, edit } = useEditing();
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is there once the rules have changed
  useLayoutEffect(() => {
    if (wanted.current) section.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  }, [section, policy.rules]);
  return useCallback(
    (
      change: (policy: Policy) => EditResult,
      target: (after: readonly Rule[], before: readonly Rule[]) => string,
    ) =>
      edit(held => {
        const edited = change(held);
        if (edited.ok) wanted.current = target(edited.value.rules, held.rules);
        return edited;
      }),
    [edit],
  );
}
