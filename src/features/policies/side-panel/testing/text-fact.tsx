import type { Fact } from '#domain/policy/facts.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, TextField } from '#ui/form/text-field.tsx';
import type { ControlProps } from './control-props.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';

/** A text, a number or a date as it is typed; an empty field is not known, which is not the same as known to be empty. */
export function TextFact({ field, fact, change }: ControlProps) {
  const isDate = field.type === 'datetime';
  return (
    <div className={styles.textFact}>
      <TextField
        label={field.title}
        placeholder={fact === null ? texts.emptyShort : texts.unknown}
        hint={isDate ? texts.datetimeHint : undefined}
        inputMode={field.type === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        value={textOf(fact)}
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      />
      <div className={styles.besideFact}>
        <CheckboxField
          label={texts.emptyShort}
          aria-label={texts.empty(field.title)}
          checked={fact === null}
          onChange={() => change(fact === null ? undefined : null)}
        />
        {isDate && <Now title={field.title} onTake={change} />}
      </div>
    </div>
  );
}

function Now({ title, onTake }: { title: string; onTake: (fact: Fact) => void }) {
  const { now, config } = useDevice();
  return (
    <Button
      kind="quiet"
      aria-label={texts.nowFor(title)}
      onClick={() => onTake(toWallClock(now(), config.zone))}
    >
      {texts.now}
    </Button>
  );
}

function textOf(fact: Fact | undefined): string {
  return fact === undefined || fact === null || typeof fact === 'object' ? '' : String(fact);
}
