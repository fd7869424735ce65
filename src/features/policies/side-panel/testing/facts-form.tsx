import { attributeOf } from '#domain/policy/catalogue.ts';
import { type Fact, type Facts, isEntity, scalarsOf } from '#domain/policy/facts.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { Button } from '#ui/button.tsx';
import { FieldGroup } from '#ui/form/field-group.tsx';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CheckboxField, TextField } from '#ui/form/text-field.tsx';
import { useEditing } from '../../editing.ts';
import { TakeFacts } from './take-facts.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import { factAt, type UsedField, type UsedSource, withFact } from './used-sources.ts';

type FactsFormProps = {
  things: readonly UsedSource[];
  facts: Facts;
  onChange: (next: (facts: Facts) => Facts) => void;
};

/** A field for each attribute that the policy asks for. */
export function FactsForm({ things, facts, onChange }: FactsFormProps) {
  if (things.length === 0) return <p className={styles.hint}>{texts.nothingAsked}</p>;
  const changeOne = (keys: readonly string[], fact: Fact | undefined) =>
    onChange(before => withFact(before, keys, fact));
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{texts.factsHint}</p>
      {things.map(thing => (
        <Thing key={thing.source} {...thing} facts={facts} keys={[thing.source]} onChange={changeOne} />
      ))}
      <Button kind="quiet" disabled={Object.keys(facts).length === 0} onClick={() => onChange(() => ({}))}>
        {texts.clear}
      </Button>
    </div>
  );
}

type ThingProps = UsedSource & {
  keys: readonly string[];
  facts: Facts;
  onChange: (keys: readonly string[], fact: Fact | undefined) => void;
};

/** The fields of one thing, and where it can be taken from. */
function Thing(props: ThingProps) {
  const { source, title, keys, fields, facts, onChange } = props;
  return (
    <fieldset className={styles.thing}>
      <legend className={styles.legend}>{title}</legend>
      <TakeFacts source={source} fields={fields} facts={facts} onTake={entity => onChange(keys, entity)} />
      {fields.map(field => (
        <div key={field.attribute} className={styles.factWithin}>
          <FactField field={field} facts={facts} onChange={onChange} />
          {field.within.length > 0 && isEntity(factAt(facts, field.keys)) && (
            <Thing
              {...props}
              source={field.relation}
              title={texts.about(field.title)}
              keys={field.keys}
              fields={field.within}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}

type FactFieldProps = Pick<ThingProps, 'facts' | 'onChange'> & { field: UsedField };

/** One fact, entered as its type asks for it; every one may be unknown. */
function FactField({ field, facts, onChange }: FactFieldProps) {
  const { catalogue } = useEditing();
  const fact = factAt(facts, field.keys);
  const control = { field, fact, change: (next: Fact | undefined) => onChange(field.keys, next) };
  if (['bool', 'object', 'hasOne'].includes(field.type)) return <YesOrNo {...control} />;
  const values = attributeOf(catalogue, field.source, field.attribute)?.values ?? [];
  if (field.type !== 'list' || values.length === 0) return <TextFact {...control} />;
  const Choices = SEVERAL.includes(field.attribute) ? Several : OneOf;
  return <Choices {...control} values={withUnlisted(values, fact)} />;
}

/** What the control of one fact is given; undefined = not known. */
type ControlProps = {
  field: UsedField;
  fact: Fact | undefined;
  change: (fact: Fact | undefined) => void;
};

/** What a thing has several of; the catalogue does not tell. */
const SEVERAL: readonly string[] = ['role', 'roles'];

type Values = readonly { readonly id: string; readonly name: string }[];

/** What a case or a server told stays visible also where the catalogue does not know it. */
function withUnlisted(values: Values, fact: Fact | undefined): Values {
  const unlisted = scalarsOf(fact).filter(each => !values.some(({ id }) => id === String(each)));
  return [...values, ...unlisted.map(each => ({ id: String(each), name: String(each) }))];
}

/** Yes, no, or nobody knows; of a related thing, whether there is one. */
function YesOrNo({ field: { title, type }, fact, change }: ControlProps) {
  const isBool = type === 'bool';
  const choices = [
    { value: 'yes', label: isBool ? texts.yes : texts.exists, fact: isBool ? true : {} },
    { value: 'no', label: isBool ? texts.no : texts.none, fact: isBool ? false : null },
    { value: 'unknown', label: texts.unknown, fact: undefined },
  ];
  const isKnown = fact !== undefined && !(isBool && fact === null);
  const isYes = isBool ? fact === true : fact !== null;
  const known = isYes ? 'yes' : 'no';
  return (
    <div>
      <p className={styles.label} aria-hidden="true">
        {title}
      </p>
      <SegmentedFilter
        label={title}
        value={isKnown ? known : 'unknown'}
        options={choices}
        onChange={next => change(choices.find(({ value }) => value === next)?.fact)}
      />
    </div>
  );
}

function OneOf({ field, fact, change, values }: ControlProps & { values: Values }) {
  const choices = [
    // Marked, so that no id is taken for `none`.
    ...values.map(({ id, name }) => ({ id: `id:${id}`, name, fact: id })),
    { id: 'none', name: texts.emptyShort, fact: null },
  ];
  const [chosen = fact] = scalarsOf(fact).map(String);
  return (
    <SelectField
      label={field.title}
      placeholder={texts.unknown}
      value={choices.find(each => each.fact === chosen)?.id ?? ''}
      options={choices}
      onChange={({ target }) => change(choices.find(({ id }) => id === target.value)?.fact)}
    />
  );
}

function Several({ field, fact, change, values }: ControlProps & { values: Values }) {
  const chosen = scalarsOf(fact).map(String);
  const toggle = (id: string) =>
    change(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]);
  return (
    <FieldGroup label={field.title}>
      {values.map(({ id, name }) => (
        <CheckboxField key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
      ))}
      <CheckboxField
        label={texts.unknown}
        checked={fact === undefined}
        onChange={() => change(fact === undefined ? [] : undefined)}
      />
    </FieldGroup>
  );
}

/** A text, a number or a date as it is typed; an empty field is not known, which is not the same as known to be empty. */
function TextFact({ field, fact, change }: ControlProps) {
  const { now, config } = useDevice();
  const isDate = field.type === 'datetime';
  const text = isEntity(fact) || Array.isArray(fact) ? '' : String(fact ?? '');
  return (
    <div className={styles.textFact}>
      <TextField
        label={field.title}
        placeholder={fact === null ? texts.emptyShort : texts.unknown}
        hint={isDate ? texts.datetimeHint : undefined}
        inputMode={field.type === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        value={text}
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      />
      <div className={styles.besideFact}>
        <CheckboxField
          label={texts.emptyShort}
          aria-label={texts.empty(field.title)}
          checked={fact === null}
          onChange={() => change(fact === null ? undefined : null)}
        />
        {isDate && (
          <Button
            kind="quiet"
            aria-label={texts.nowFor(field.title)}
            onClick={() => change(toWallClock(now(), config.zone))}
          >
            {texts.now}
          </Button>
        )}
      </div>
    </div>
  );
}
