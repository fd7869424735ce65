import { Combobox } from '@base-ui/react/combobox';
import { texts as shared } from '../texts.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './popup.module.css';
import { PopupFrame } from './popup-frame.tsx';
import { texts } from './texts.ts';
import type { PickerResults } from './use-picker-results.ts';

type PickerPopupProps = {
  label: string;
  /** The options are on their way. */
  busy?: boolean;
  /** Why there are none. */
  problem?: string | undefined;
  /** The field's box, below or above which the list opens. */
  box: HTMLElement | null;
  results: PickerResults;
  /** There is nothing to choose from, whatever is typed. */
  isEmpty: boolean;
};

/** The list that opens at the field. */
export function PickerPopup({ label, busy = false, problem, box, results, isEmpty }: PickerPopupProps) {
  return (
    <PopupFrame box={box}>
      <ChoiceList label={label} results={results} />
      <Combobox.Empty className={styles.empty}>{emptyWords({ busy, problem, isEmpty })}</Combobox.Empty>
      <Combobox.Status className={results.hidden > 0 ? styles.more : 'visually-hidden'}>
        {results.hidden > 0 ? texts.more(results.hidden) : results.query !== '' && texts.found(results.found)}
      </Combobox.Status>
    </PopupFrame>
  );
}

type Emptiness = Pick<PickerPopupProps, 'problem' | 'isEmpty'> & { busy: boolean };

function emptyWords({ busy, problem, isEmpty }: Emptiness): string {
  if (!isEmpty) return texts.nothingFound;
  if (busy) return shared.loading;
  return problem ? texts.notLoaded : texts.nothingToChoose;
}
