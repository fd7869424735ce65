const texts = { details: 'Подробнее' } as const;

/** The part that is for people, for where nothing can be unfolded. */
export function firstLine(words: string): string {
  return words.split('\n')[0] ?? '';
}

/** The part that is for people, and what the server really said behind «Подробнее». */
export function ServerWords({ words }: { words: string }) {
  const own = firstLine(words);
  if (own === words) return <span>{own}</span>;
  return (
    <div>
      <span>{own}</span>
      <OriginalWords words={words} />
    </div>
  );
}

/** The other part alone; nothing where there is none. */
export function OriginalWords({ words }: { words: string }) {
  const original = words.slice(firstLine(words).length + 1);
  if (original === '') return null;
  return (
    <details>
      <summary>{texts.details}</summary>
      <span>{original}</span>
    </details>
  );
}
