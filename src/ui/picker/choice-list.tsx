import { Combobox } from '@base-ui/react/combobox';
import { type UIEvent, useId } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { Check } from '../icons-of-screens.ts';
import type { Choice, Line } from './choices.ts';
import { Emphasised } from './emphasised.tsx';
import type { Span } from './match.ts';
import popupStyles from './popup.module.css';
import { texts } from './texts.ts';
import styles from './tree-picker.module.css';
import type { PickerResults } from './use-picker-results.ts';

/** Pixels before the end of a list at which it grows. */
const NEAR_END_PX = 480;

/** What can be chosen: the shelves of what was chosen before, then the tree. */
export function ChoiceList({ label, results }: { label: string; results: PickerResults }) {
  const { sections: shelves, lines, items, reach } = results;
  const handleScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const isNearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END_PX;
    if (isNearEnd) reach(items.length);
  };
  const tree = <Lines lines={lines} spansOf={results.spansOf} />;
  return (
    <Combobox.List className={popupStyles.list} aria-label={label} onScroll={handleScroll}>
      {shelves.map(({ title, choices }) => (
        <Shelf key={title} title={title}>
          {choices.map(choice => (
            <Item key={choice.option.id} choice={choice} trail />
          ))}
        </Shelf>
      ))}
      {shelves.length > 0 ? <Shelf title={texts.all}>{tree}</Shelf> : tree}
    </Combobox.List>
  );
}

function Shelf({ title, children }: { title: string; children: Elements }) {
  return (
    <Combobox.Group className={styles.shelf}>
      <Combobox.GroupLabel className={styles.shelfTitle}>{title}</Combobox.GroupLabel>
      {children}
    </Combobox.Group>
  );
}

function Lines({ lines, spansOf }: Pick<PickerResults, 'lines' | 'spansOf'>) {
  return lines.map(line =>
    line.below.length > 0 ? (
      <Group key={`group ${line.option.id}`} line={line} spansOf={spansOf} />
    ) : (
      line.choice && (
        <Item key={`choice ${line.option.id}`} choice={line.choice} spans={spansOf.get(line.choice)} />
      )
    ),
  );
}

function Group({ line, spansOf }: { line: Line; spansOf: PickerResults['spansOf'] }) {
  const { option, choice, below } = line;
  const titleId = useId();
  return (
    <Combobox.Group aria-labelledby={titleId}>
      {choice ? (
        <Item choice={choice} spans={spansOf.get(choice)} nameId={titleId} isGroup />
      ) : (
        <div id={titleId} className={styles.groupTitle}>
          {option.name}
        </div>
      )}
      <div role="presentation" className={styles.below}>
        <Lines lines={below} spansOf={spansOf} />
      </div>
    </Combobox.Group>
  );
}

type ItemProps = {
  choice: Choice;
  spans?: readonly Span[] | undefined;
  nameId?: string;
  isGroup?: boolean;
  /** Away from its tree: says in which groups it stands. */
  trail?: boolean;
};

function Item({ choice, spans = [], nameId, isGroup = false, trail = false }: ItemProps) {
  const groups = choice.trail.map(({ name }) => name).join(' / ');
  return (
    <Combobox.Item value={choice} className={classNames(popupStyles.item, isGroup && styles.groupItem)}>
      <span className={popupStyles.words}>
        <span id={nameId}>
          <Emphasised text={choice.option.name} spans={spans} />
        </span>
        {trail && groups && <span className={styles.trail}>{` ${groups}`}</span>}
      </span>
      <Combobox.ItemIndicator className={styles.tick}>
        <Check size={20} />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
