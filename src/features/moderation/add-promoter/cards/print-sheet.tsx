import { BASE } from '#domain/paths.ts';
import { classNames } from '#ui/class-names.ts';
import { texts } from '../texts.ts';
import styles from './print-sheet.module.css';
import type { NewAccount } from './use-new-accounts.ts';

/** Where promoters open the app, in full. */
export const appUrl = () => `${window.location.origin}${BASE}/`;

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
  const facts = [
    [words.address, appUrl()],
    [texts.email, email],
    [texts.password, password],
  ] as const;
  const guides = [
    [words.android, words.androidSteps],
    [words.iphone, words.iphoneSteps],
  ] as const;
  return (
    <article className={styles.card}>
      <p className={styles.title}>{words.title}</p>
      <h2 className={styles.name}>{name}</h2>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd className={classNames(styles.value, term === texts.password && styles.secret)}>{value}</dd>
          </div>
        ))}
      </dl>
      {guides.map(([device, steps]) => (
        <section key={device} className={styles.steps}>
          <h3 className={styles.device}>{device}</h3>
          <ol>
            {steps.map((step, at) => (
              <li key={step}>{`${at + 1}. ${step}`}</li>
            ))}
          </ol>
        </section>
      ))}
      <p className={styles.small}>{words.secret}</p>
    </article>
  );
}
