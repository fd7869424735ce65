import { classNames } from '#ui/class-names.ts';
import { texts } from '../texts.ts';
import { appUrl } from './app-url.ts';
import type { NewAccount } from './new-account.ts';
import styles from './print-sheet.module.css';

/** What goes on paper, with the passwords: one card over the whole width, or several with lines to cut along. */
export function PrintSheet({ cards }: { cards: readonly NewAccount[] }) {
  const isSingle = cards.length === 1;
  return (
    <div className={classNames(styles.sheet, isSingle ? styles.one : styles.several)}>
      {cards.map(card => (
        <PaperCard key={card.key} card={card} />
      ))}
    </div>
  );
}

function PaperCard({ card: { name, email, password } }: { card: NewAccount }) {
  const words = texts.card;
  return (
    <article className={styles.card}>
      <p className={styles.title}>{words.title}</p>
      <h2 className={styles.name}>{name}</h2>
      <dl className={styles.facts}>
        <Fact term={words.address} value={appUrl()} />
        <Fact term={texts.email} value={email} />
        <Fact term={texts.password} value={password} isSecret />
      </dl>
      <Steps title={words.android} steps={words.androidSteps} />
      <Steps title={words.iphone} steps={words.iphoneSteps} />
      <p className={styles.small}>{words.secret}</p>
    </article>
  );
}

function Fact({ term, value, isSecret = false }: { term: string; value: string; isSecret?: boolean }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd className={classNames(styles.value, isSecret && styles.secret)}>{value}</dd>
    </div>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <section className={styles.steps}>
      <h3 className={styles.device}>{title}</h3>
      <ol>
        {steps.map((step, at) => (
          <li key={step}>{`${at + 1}. ${step}`}</li>
        ))}
      </ol>
    </section>
  );
}
