import { useEffect, useId } from 'react';
import { PHONES_MAX } from '#contract/contacts.ts';
import { formatPhone } from '#kit/phone.ts';
import { success } from '#kit/result.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/text-field.tsx';
import { CircleAlert, Users } from '#ui/icons.ts';
import { Pencil, UserPlus } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import contactStyles from '../contacts.module.css';
import { ContactFields } from '../form/contact-fields.tsx';
import { type ContactForm, useContactForm } from '../form/contact-form.ts';
import { contactName } from '../offline/contact-book.ts';
import type { Choice, Row } from './add-people.ts';
import styles from './import.module.css';
import type { Person } from './person.ts';
import { texts } from './texts.ts';

type PersonRowProps = { row: Row; onChoose: (choice: Choice) => void; onFix: () => void };

/** One person of the preview: whether to add them, what stands against it, and the way out. */
export function PersonRow({ row, onChoose, onFix }: PersonRowProps) {
  const { person, match, state, choice, mayAdd, mayExtend } = row;
  const { values, remarks, problem } = person;
  const name = nameOf(row);
  const mayFix = problem !== '' || remarks.length > 0;
  const knownAs = knownWords(row);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <CheckboxField
          label={name}
          checked={choice === 'add'}
          disabled={!mayAdd}
          onChange={event => onChoose(event.target.checked ? 'add' : 'skip')}
        />
        <MatchChip state={state} />
      </div>
      {values.phones.length > 0 && (
        <p className={styles.phones}>
          {values.phones.map(phone => (
            <span key={phone} className="numbers">
              {formatPhone(phone)}
            </span>
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
      {mayExtend && (
        <CheckboxField
          label={texts.extend(match.fresh.map(unbroken).join(', '))}
          checked={choice === 'extend'}
          onChange={event => onChoose(event.target.checked ? 'extend' : 'skip')}
        />
      )}
      {lacksRoom(row) && <p className={styles.hint}>{texts.tooManyWith(PHONES_MAX)}</p>}
      {mayFix && (
        <Button icon={<Pencil size={20} />} aria-label={`${uiTexts.fix}: ${name}`} onClick={onFix}>
          {uiTexts.fix}
        </Button>
      )}
    </li>
  );
}

/** A line breaks between numbers, not inside one. */
function unbroken(phone: string): string {
  return formatPhone(phone).replaceAll(' ', '\u00a0');
}

const MATCHES = {
  new: { tone: 'ok', Icon: UserPlus, text: texts.isNew },
  known: { tone: 'info', Icon: Users, text: texts.known },
  wrong: { tone: 'err', Icon: CircleAlert, text: uiTexts.error },
} as const;

function MatchChip({ state }: Pick<Row, 'state'>) {
  const { tone, Icon, text } = MATCHES[state];
  return (
    <Chip tone={tone} icon={<Icon size={16} />}>
      {text}
    </Chip>
  );
}

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

function lacksRoom({ state, match: { known, fresh } }: Row): boolean {
  return (
    state === 'known' && known !== null && fresh.length > 0 && known.phones.length + fresh.length > PHONES_MAX
  );
}

type FixPersonProps = { person: Person; onFixed: (form: ContactForm) => void; onClose: () => void };

/** The fields of somebody who cannot be added as they were found, everything found still in them. */
export function FixPerson({ person, onFixed, onClose }: FixPersonProps) {
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
