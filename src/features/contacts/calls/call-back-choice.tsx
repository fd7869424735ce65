import { useId, useState } from 'react';
import type { WallClock } from '#kit/date.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { callBackDays } from './call-back-days.ts';
import { callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

export type CallBackChoiceProps = { now: WallClock; onChoose: (callBackOn: string) => void };

/** When to call again: this evening, tomorrow, or a day. */
export function CallBackChoice({ now, onChoose }: CallBackChoiceProps) {
  const headingId = useId();
  const { today, evening, tomorrow } = callBackDays(now);
  const [day, setDay] = useState<string | null>(null);
  const [error, setError] = useState('');
  const handleDay = () => {
    if (!day) setError(texts.chooseDay);
    else if (day < today) setError(texts.dayIsOver);
    else onChoose(day);
  };
  return (
    <fieldset className={styles.stack} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {texts.callBack}
      </h3>
      <div className={styles.choices}>
        <Button onClick={() => onChoose(evening)}>{texts.thisEvening}</Button>
        <Button onClick={() => onChoose(tomorrow)}>{texts.tomorrow}</Button>
        {day === null && <Button onClick={() => setDay('')}>{texts.otherDay}</Button>}
      </div>
      {day !== null && (
        <>
          <DateField
            label={texts.day}
            min={today}
            autoFocus
            value={day}
            error={error || undefined}
            onChange={chosen => {
              setDay(chosen);
              setError('');
            }}
          />
          <Button kind="primary" onClick={handleDay}>
            {texts.callBackThen}
          </Button>
        </>
      )}
    </fieldset>
  );
}
