import { useMemo, useState } from 'react';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { ArrowLeft } from '#ui/icons-of-screens.ts';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { comparePeople } from '../offline/known-people.ts';
import { type Plan, planOf, type Row, rowsOf } from './add-people.ts';
import styles from './import.module.css';
import { FixPerson, PersonRow } from './person-row.tsx';
import { texts } from './texts.ts';
import type { Import } from './use-import.ts';

/** So many rows are drawn at a time: five thousand at once would hold up a cheap phone. */
const PAGE_SIZE = 50;

type Shown = 'all' | Row['state'];

/** Everybody who was found, against the book as it is now: who is new, who is there already, what is wrong. */
export function PeopleFound({ progress }: { progress: Import }) {
  const { people, choices, choose } = progress;
  const [shown, setShown] = useState<Shown>('all');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [fixing, setFixing] = useState<Row | null>(null);
  useOpenFormMark();
  const compared = useLocal(
    async context => {
      const values = people.map(person => person.values);
      return { people, matches: await comparePeople(context, values) };
    },
    [people],
  );
  // Until the comparison follows, it still tells of the people before.
  const matches = compared?.people === people ? compared.matches : null;
  const rows = useMemo(() => rowsOf(people, matches ?? [], choices), [people, matches, choices]);
  if (!matches) return <Skeleton />;
  const wanted = rows.filter(row => shown === 'all' || row.state === shown);
  const handleShow = (next: Shown) => {
    setShown(next);
    setLimit(PAGE_SIZE);
  };
  return (
    <section className={styles.found} aria-label={texts.people}>
      <Filter rows={rows} shown={shown} onShow={handleShow} />
      <div className={styles.tools}>
        <Ticks rows={rows} onChoose={choose} />
        <Button kind="quiet" icon={<ArrowLeft size={20} />} onClick={() => progress.goTo('choosing')}>
          {uiTexts.back}
        </Button>
      </div>
      <PagedList
        hasMore={wanted.length > limit}
        loaded={Math.min(limit, wanted.length)}
        onMore={() => setLimit(limit + PAGE_SIZE)}
        empty={<p className={styles.hint}>{texts.nobodyHere}</p>}
      >
        <ul className={styles.rows}>
          {wanted.slice(0, limit).map(row => (
            <PersonRow
              key={row.person.id}
              row={row}
              onChoose={choice => choose([row.person.id], choice)}
              onFix={() => setFixing(row)}
            />
          ))}
        </ul>
      </PagedList>
      <Actions plan={planOf(rows)} onAdd={progress.add} />
      {fixing && (
        <FixPerson
          person={fixing.person}
          onClose={() => setFixing(null)}
          onFixed={form => {
            progress.correct(fixing.person, form);
            setFixing(null);
          }}
        />
      )}
    </section>
  );
}

type FilterProps = { rows: readonly Row[]; shown: Shown; onShow: (shown: Shown) => void };

function Filter({ rows, shown, onShow }: FilterProps) {
  const count = (state: Row['state']) => rows.filter(row => row.state === state).length;
  return (
    <SegmentedFilter<Shown>
      label={texts.show}
      value={shown}
      onChange={onShow}
      options={[
        { value: 'all', label: texts.all, count: rows.length },
        { value: 'new', label: texts.new, count: count('new') },
        { value: 'known', label: texts.known, count: count('known') },
        { value: 'wrong', label: texts.wrong, count: count('wrong') },
      ]}
    />
  );
}

function Ticks({ rows, onChoose }: { rows: readonly Row[]; onChoose: Import['choose'] }) {
  const isTicked = rows.some(row => row.choice !== 'skip');
  const affected = rows.filter(row => (isTicked ? row.choice !== 'skip' : row.state === 'new'));
  if (affected.length === 0) return null;
  const ids = affected.map(row => row.person.id);
  return (
    <Button kind="quiet" onClick={() => onChoose(ids, isTicked ? 'skip' : 'add')}>
      {isTicked ? texts.untick : texts.tickNew}
    </Button>
  );
}

function Actions({ plan, onAdd }: { plan: Plan; onAdd: (plan: Plan) => void }) {
  const [created, extended] = [plan.creates.length, plan.extensions.length];
  return (
    <div className={styles.actions}>
      <Button kind="primary" size="large" disabled={created + extended === 0} onClick={() => onAdd(plan)}>
        {labelOf(created, extended)}
      </Button>
    </div>
  );
}

function labelOf(created: number, extended: number): string {
  if (created + extended === 0) return texts.nobodyTicked;
  if (extended === 0) return texts.add(created);
  return created === 0 ? texts.addPhones(extended) : texts.addBoth(created, extended);
}
