import { useEffect, useId, useMemo, useState } from 'react';
import { PHONES_MAX } from '#contract/contacts.ts';
import { formatPhoneInText } from '#kit/phone.ts';
import { success } from '#kit/result.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { CheckboxField } from '#ui/form/text-field.tsx';
import { ArrowLeft, CircleAlert, Users } from '#ui/icons.ts';
import { Pencil, UserPlus } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import contactStyles from '../contacts.module.css';
import { ContactFields } from '../form/contact-fields.tsx';
import { type ContactForm, useContactForm } from '../form/contact-form.ts';
import { comparePeople } from '../offline/compare-people.ts';
import { contactName } from '../offline/contact-book.ts';
import { type Choice, type Plan, planOf, type Row, rowsOf } from './add-people.ts';
import styles from './import.module.css';
import type { Person } from './person.ts';
import { texts } from './texts.ts';
import type { Import } from './use-import.ts';

/** So many rows are drawn at a time: twenty thousand at once would hold up a cheap phone. */
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
  const rows = useMemo(
    () => rowsOf(compared?.people ?? [], compared?.matches ?? [], choices),
    [compared, choices],
  );
  if (!compared) return <Skeleton />;
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
      {people.some(({ found }) => found !== null && found.others.length > 0) && (
        <CheckboxField
          label={texts.keepOthers}
          checked={progress.keepsOthers}
          onChange={event => progress.keepOthers(event.target.checked)}
        />
      )}
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
      {/* Until the comparison follows, the rows are those of the people before. */}
      <Actions plan={planOf(compared.people === people ? rows : [])} onAdd={progress.add} />
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

function Filter(props: { rows: readonly Row[]; shown: Shown; onShow: (shown: Shown) => void }) {
  const { rows, shown, onShow } = props;
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
  const affected = rows.filter(row =>
    isTicked ? row.choice !== 'skip' : row.state === 'new' && !row.person.isDoubtful,
  );
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

type PersonRowProps = { row: Row; onChoose: (choice: Choice) => void; onFix: () => void };

/** One person of the preview: whether to add them, what stands against it, and the way out. */
function PersonRow({ row, onChoose, onFix }: PersonRowProps) {
  const { person, match, state, choice, mayAdd, mayExtend } = row;
  const { values, remarks, leftOut, problem } = person;
  const name = nameOf(row);
  const mayFix = problem !== '' || remarks.length > 0;
  const knownAs = knownWords(row);
  const { tone, Icon, text } = STATES[state];
  const isNotExtended = state === 'known' && match.known !== null && match.fresh.length > 0 && !mayExtend;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <CheckboxField
          label={name}
          checked={choice === 'add'}
          disabled={!mayAdd}
          onChange={event => onChoose(event.target.checked ? 'add' : 'skip')}
        />
        <Chip tone={tone} icon={<Icon size={16} />}>
          {text}
        </Chip>
      </div>
      {values.phones.length > 0 && (
        <p className={styles.phones}>
          {values.phones.map(phone => (
            <span key={phone}>{formatPhoneInText(phone)}</span>
          ))}
        </p>
      )}
      {values.comment !== '' && <p className={styles.comment}>{values.comment}</p>}
      {knownAs !== '' && <p className={styles.hint}>{knownAs}</p>}
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map(remark => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {leftOut !== '' && <p className={styles.hint}>{leftOut}</p>}
      {mayExtend && (
        <CheckboxField
          label={texts.extend(match.fresh.map(formatPhoneInText).join(', '))}
          checked={choice === 'extend'}
          onChange={event => onChoose(event.target.checked ? 'extend' : 'skip')}
        />
      )}
      {isNotExtended && (
        <p className={styles.hint}>{match.known?.isThin ? texts.thinKnown : texts.tooManyWith(PHONES_MAX)}</p>
      )}
      {mayFix && (
        <Button icon={<Pencil size={20} />} aria-label={`${uiTexts.fix}: ${name}`} onClick={onFix}>
          {uiTexts.fix}
        </Button>
      )}
    </li>
  );
}

const STATES = {
  new: { tone: 'ok', Icon: UserPlus, text: texts.isNew },
  known: { tone: 'info', Icon: Users, text: texts.known },
  wrong: { tone: 'err', Icon: CircleAlert, text: uiTexts.error },
} as const;

function nameOf({ person }: Row): string {
  const { values, form } = person;
  return (
    contactName({ ...values, phones: [...values.phones, ...form.phones.map(row => row.text)] }) ||
    texts.unnamed
  );
}

function knownWords({ state, match, duplicate }: Row): string {
  if (state !== 'known') return '';
  const { isHere, known } = match;
  if (isHere) return known ? texts.hereAs(contactName(known)) : texts.hereAlready;
  if (known) return texts.knownAs(contactName(known));
  return duplicate ? texts.duplicateOf(contactName(duplicate.person.values)) : '';
}

type FixPersonProps = { person: Person; onFixed: (form: ContactForm) => void; onClose: () => void };

/** The fields of somebody who cannot be added as they were found, everything found still in them. */
function FixPerson({ person, onFixed, onClose }: FixPersonProps) {
  const form = useContactForm({ values: person.form });
  const formId = useId();
  const { trigger } = form;
  useEffect(() => {
    // What is wrong is what this sheet was opened for: it is said at once.
    void trigger();
  }, [trigger]);
  return (
    <Sheet
      open
      title={texts.fixTitle(person.values.first_name || texts.unnamed)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.leaveOut}</Button>
          <Button type="submit" form={formId} kind="primary">
            {texts.fixed}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={contactStyles.createForm}
        noValidate
        onSubmit={form.submit(async valid => success(valid), onFixed)}
      >
        <ErrorSummary errors={form.validate_errors.items} attempt={form.attempt} />
        <ContactFields form={form} />
      </form>
    </Sheet>
  );
}
