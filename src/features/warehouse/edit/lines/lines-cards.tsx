import { classNames } from '#ui/class-names.ts';
import { LineCard } from './line-card.tsx';
import styles from './lines-cards.module.css';
import type { DrawnLinesProps } from './lines-grid.tsx';
import { texts } from './texts.ts';

/** The lines as cards, where there is no room for columns. Many of them scroll in a box of their own. */
export function LinesCards({ slots, scroller, windowed, propsAt }: DrawnLinesProps) {
  return (
    <div ref={scroller} className={classNames(windowed && styles.scroller)}>
      <ul aria-label={texts.caption}>
        {slots.map(slot => {
          if ('gapPx' in slot) {
            return <li key={`gap-${slot.after}`} aria-hidden="true" style={{ height: slot.gapPx }} />;
          }
          const props = propsAt(slot.index);
          return props && <LineCard key={props.line.key} {...props} />;
        })}
      </ul>
    </div>
  );
}
