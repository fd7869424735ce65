import { memo, useMemo } from 'react';
import { duplicateRule, moveRule, removeRule, renameRule, setEffect } from '#domain/policy/edits/rules.ts';
import { newPolicy, type Policy, type Rule } from '#domain/policy/policy.ts';
import { summaryLines } from '#domain/policy/words/summary-text.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ArrowDown, ArrowUp, Check, Copy, Trash2, X } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import type { Editing } from '../editing.ts';
import { texts } from '../texts.ts';
import { ConditionTree } from '../tree/condition-tree.tsx';
import { useTyped } from '../use-typed.ts';
import styles from './rules.module.css';
import type { RuleFocus } from './use-rule-focus.ts';

const EFFECT_OPTIONS = [
  { value: 'allow', label: 'allow' },
  { value: 'deny', label: 'deny' },
] as const;

type RuleCardProps = {
  rule: Rule;
  isOpen: boolean;
  onToggle: (id: number, isOpen: boolean) => void;
  focus: RuleFocus;
} & Pick<Editing, 'edit' | 'catalogue'>;

/**
 * One rule: its effect by word and tint; open, everything that can be changed in it. Given what it needs, so that an edit
 * elsewhere draws nothing here.
 */
export const RuleCard = memo(function RuleCard(props: RuleCardProps) {
  const { rule, isOpen, onToggle, focus, edit, catalogue } = props;
  const name = rule.name || texts.unnamed;
  return (
    <div data-rule={rule.id} className={rule.effect === 'allow' ? styles.allow : styles.deny}>
      <Card
        title={name}
        stripe={rule.effect === 'allow' ? 'ok' : 'err'}
        meta={<EffectChip effect={rule.effect} />}
        summary={!isOpen && <RuleWords rule={rule} catalogue={catalogue} />}
        collapsible
        open={isOpen}
        onToggle={isNowOpen => onToggle(rule.id, isNowOpen)}
        actions={<RuleMenu id={rule.id} name={name} focus={focus} edit={edit} />}
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
  return <p className={styles.words}>{words}</p>;
}

function EffectChip({ effect }: { effect: Rule['effect'] }) {
  const isAllow = effect === 'allow';
  return (
    <Chip tone={isAllow ? 'ok' : 'err'} icon={isAllow ? <Check size={16} /> : <X size={16} />}>
      {effect}
    </Chip>
  );
}

type RuleMenuProps = Pick<Rule, 'id' | 'name'> & Pick<RuleCardProps, 'focus' | 'edit'>;

const RuleMenu = memo(function RuleMenu({ id, name, focus, edit }: RuleMenuProps) {
  const move = (direction: 'up' | 'down') => () => {
    focus.expectMoved(id);
    edit(held => moveRule(held, id, direction));
  };
  return (
    <Menu
      label={texts.actionsOf(name)}
      items={[
        { label: texts.moveUp, icon: <ArrowUp size={20} />, onSelect: move('up') },
        { label: texts.moveDown, icon: <ArrowDown size={20} />, onSelect: move('down') },
        {
          label: texts.duplicate,
          icon: <Copy size={20} />,
          onSelect() {
            focus.expectNew(() => {});
            edit(held => duplicateRule(held, id));
          },
        },
        {
          label: texts.remove,
          icon: <Trash2 size={20} />,
          danger: true,
          onSelect() {
            focus.expectRemoved(id);
            edit(held => removeRule(held, id));
          },
        },
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
