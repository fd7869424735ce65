import { PAYOUT_STATES, type PayoutPage } from '#contract/moderation.ts';
import { paths } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { FigureList } from '#ui/figure-list.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { FilterRow } from '#ui/table/filter-row.tsx';
import { type ChangeQuery, PAID_PERIODS, type PayoutsQuery, periodNamed } from './payouts-query.ts';
import { texts } from './texts.ts';

type FiguresProps = { totals: PayoutPage['totals']; period: PayoutsQuery['period']; isSearched: boolean };

/** What the list comes to, over all that the search finds. */
export function Figures({ totals, period, isSearched }: FiguresProps) {
  const { owed, open, paid, promoters } = totals;
  const words = isSearched ? texts.ofFound : texts.ofAll;
  const figures = [
    [`${texts.owed}, ${words.promoters(promoters)}`, formatMoney(owed.share)],
    [`${words.inOpen}, ${texts.requests(open.count)}`, formatMoney(open.share)],
    [`${words.paid} ${texts.paidIn[period]}`, formatMoney(paid), paths.moderationPayments],
  ] as const;
  return <FigureList label={texts.figures} figures={figures} />;
}

type FilterProps = {
  query: PayoutsQuery;
  onChange: ChangeQuery;
  /** Beside a panel there is one line alone: the figures, of which the period is, are in sight then too. */
  isNarrow: boolean;
};

/** What is listed; it stands in the address. */
export function Filter({ query, onChange, isNarrow }: FilterProps) {
  const { search, state, period } = query;
  return (
    <FilterRow>
      <SearchField
        label={texts.search}
        value={search}
        onChange={text => onChange({ search: text }, { replace: true })}
      />
      <SegmentedFilter
        label={texts.states}
        value={state}
        options={PAYOUT_STATES.map(value => ({ value, label: texts.state[value] }))}
        onChange={value => onChange({ state: value })}
      />
      {!isNarrow && (
        <SelectField
          label={texts.period}
          labelHidden
          placeholder={null}
          options={PAID_PERIODS.map(id => ({ id, name: texts.paidIn[id] }))}
          value={period}
          onChange={event => onChange({ period: periodNamed(event.target.value) })}
        />
      )}
    </FilterRow>
  );
}
