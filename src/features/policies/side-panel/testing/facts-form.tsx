import { useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Entity, Fact, Facts } from '#domain/policy/facts.ts';
import { useSession } from '#state/session.ts';
import { Button } from '#ui/button.tsx';
import { FactField } from './fact-field.tsx';
import { TakeRequest } from './take-request.tsx';
import { TakeUser } from './take-user.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';
import {
  factAt,
  isEntity,
  type UsedField,
  type UsedSource,
  unknownTitles,
  withFact,
} from './used-sources.ts';

type FactsFormProps = {
  things: readonly UsedSource[];
  facts: Facts;
  catalogue: Catalogue;
  onChange: (next: (facts: Facts) => Facts) => void;
};

/** A field for each attribute that the policy asks for. */
export function FactsForm({ things, facts, catalogue, onChange }: FactsFormProps) {
  if (things.length === 0) return <p className={styles.hint}>{texts.nothingAsked}</p>;
  const changeOne = (keys: readonly string[], fact: Fact | undefined) =>
    onChange(before => withFact(before, keys, fact));
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{texts.factsHint}</p>
      {things.map(({ source, title, fields }) => (
        <Thing
          key={source}
          source={source}
          title={title}
          fields={fields}
          facts={facts}
          catalogue={catalogue}
          keys={[source]}
          onChange={changeOne}
        />
      ))}
      <Button kind="quiet" disabled={Object.keys(facts).length === 0} onClick={() => onChange(() => ({}))}>
        {texts.clear}
      </Button>
    </div>
  );
}

type ThingProps = {
  source: string;
  title: string;
  keys: readonly string[];
  fields: readonly UsedField[];
  facts: Facts;
  catalogue: Catalogue;
  onChange: (keys: readonly string[], fact: Fact | undefined) => void;
};

/** The fields of one thing, and where it can be taken from. */
function Thing(props: ThingProps) {
  const { source, title, keys, fields, facts, catalogue, onChange } = props;
  return (
    <fieldset className={styles.thing}>
      <legend className={styles.legend}>{title}</legend>
      <Take source={source} fields={fields} facts={facts} onTake={entity => onChange(keys, entity)} />
      {fields.map(field => (
        <div key={field.attribute} className={styles.factWithin}>
          <FactField field={field} facts={facts} catalogue={catalogue} onChange={onChange} />
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

type TakeProps = {
  source: string;
  fields: readonly UsedField[];
  facts: Facts;
  onTake: (entity: Entity) => void;
};

/** Fills a thing from what the server knows, and says what the server did not tell. */
function Take({ source, fields, facts, onTake }: TakeProps) {
  const { user } = useSession();
  const [taken, setTaken] = useState('');
  if (!user || (source !== 'user' && source !== 'request')) return null;
  const take = (entity: Entity, name: string) => {
    onTake(entity);
    setTaken(name);
  };
  const missing = unknownTitles(fields, facts);
  return (
    <div className={styles.take}>
      {source === 'user' ? <TakeUser user={user} onTake={take} /> : <TakeRequest user={user} onTake={take} />}
      <p role="status" className={styles.hint}>
        {taken &&
          `${texts.taken(taken)} ${missing.length > 0 ? texts.stillUnknown(missing) : texts.allKnown}`}
      </p>
    </div>
  );
}
