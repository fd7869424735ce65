const NEWEST = Date.parse('2026-11-20T09:00:00Z');
const STEP_MS = 7 * 60_000;

const FIRST = 'Анна Борис Вера Глеб Дарья Егор Жанна Иван Клара Лев Марина'.split(' ');
const LAST = 'Алёшина Быков Власова Гусев Дёмина Ершов Зимина Ильин Козлова Орлов'.split(' ');
const COMMENT = ['третий подъезд', 'звонить вечером', 'стиральная машина', 'просила счёт', 'кухня течёт', ''];

/** Who is searched for: no other text has this letter, so that each further letter finds fewer. */
const WANTED = Object.entries({ Щеглов: 20, Щусев: 10, Щукарев: 6, Щукин: 4 }).flatMap(([name, times]) =>
  Array<string>(times).fill(name),
);

/** What is typed, and how many contacts each letter leaves. */
export const KEYSTROKES = Object.entries({ щ: 40, у: 20, к: 10, и: 4 }).map(([key, found]) => ({
  key,
  found,
}));

/** The common letter: the most that a search shows. */
export const COMMON = { key: 'а', found: 50 } as const;

/** A book of that many contacts as the server tells it, newest first. The wanted are spread evenly over it. */
export function peopleOf(size: number): unknown[] {
  const step = Math.floor(size / WANTED.length);
  return Array.from({ length: size }, (_, at) => personAt(at, size - at, wantedAt(at, step)));
}

function wantedAt(at: number, step: number): string | undefined {
  return at % step === step - 1 ? WANTED[(at + 1) / step - 1] : undefined;
}

function personAt(at: number, id: number, wanted: string | undefined) {
  const phones = at % 4 === 0 ? [id, id + 500_000] : [id];
  return {
    id,
    first_name: pick(FIRST, at * 7),
    last_name: wanted ?? pick(LAST, at * 3 + 1),
    comment: pick(COMMENT, at * 5),
    created_at: new Date(NEWEST - at * STEP_MS).toISOString(),
    contact_phones: phones.map(phone => ({ id: phone, full_phone: `7000${String(phone).padStart(7, '0')}` })),
  };
}

function pick(words: readonly string[], at: number): string {
  return words[at % words.length] ?? '';
}
