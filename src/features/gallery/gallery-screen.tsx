import { useId } from 'react';
import type { Elements } from '#ui/elements.ts';
import { PageTitle } from '#ui/page-title.tsx';
import styles from './gallery.module.css';
import type { Section } from './section.ts';

const modules = import.meta.glob<{ sections: Section[] }>('./sections/*.tsx', { eager: true });
const sections = Object.values(modules)
  .flatMap(module => module.sections)
  .sort((one, other) => one.title.localeCompare(other.title, 'ru'));

/** Every shared piece in every state, for whoever builds a screen. `controls`: how the page itself is shown. */
export function GalleryScreen({ controls }: { controls: Elements }) {
  return (
    <main className={styles.gallery}>
      <PageTitle>Витрина</PageTitle>
      {controls}
      <nav aria-label="Разделы" className={styles.contents}>
        {sections.map(({ title }) => (
          <a key={title} href={`#${addressOf(title)}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(section => (
        <Shown key={section.title} {...section} />
      ))}
    </main>
  );
}

function Shown({ title, states }: Section) {
  const titleId = useId();
  return (
    <section id={addressOf(title)} className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {Object.entries(states).map(([state, content]) => (
        <figure key={state} className={styles.state}>
          <figcaption>{state}</figcaption>
          {content}
        </figure>
      ))}
    </section>
  );
}

function addressOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
