import { type FormEvent, useState } from 'react';
import type { RequestStatus } from '#contract/requests.ts';
import { Button } from '#ui/button.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SlidersHorizontal } from '#ui/icons-of-screens.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

export type OrderFilterFormProps = {
  applied: RequestStatus;
  /** Unknown until a page was loaded. */
  counts: Readonly<Record<RequestStatus, number>> | undefined;
  onApply: (status: RequestStatus) => void;
};

/** The choice takes effect with «Фильтровать»; until then the texts below speak of the applied one. */
export function OrderFilterForm({ applied, counts, onApply }: OrderFilterFormProps) {
  const [chosen, setChosen] = useState(applied);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onApply(chosen);
  };
  const segment = (value: RequestStatus) => ({ value, label: texts.status[value], count: counts?.[value] });
  return (
    <form className={styles.filter} onSubmit={handleSubmit}>
      <SegmentedFilter
        label={texts.filterLabel}
        value={chosen}
        options={[segment('all'), segment('paid'), segment('done')]}
        onChange={setChosen}
      />
      <Button type="submit" icon={<SlidersHorizontal size={20} />}>
        {texts.filter}
      </Button>
    </form>
  );
}
