/** As many as the most of a year's requests that a moderator looks at. */
const ROWS = 1_000;

export type Request = {
  id: number;
  code: string;
  promoter: string;
  phone: string;
  date: string;
  amount: number;
  share: number;
  comment: string;
};

const SURNAMES =
  'Алексеева Беляев Воробьева Григорьев Дьякова Ершов Ёлкина Жуков Зимина Кузнецов Кузьмина'.split(' ');
const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Олег', 'Софья'];
const COMMENTS = 'позвонить после шести,домофон не работает,,не греет,шумит и протекает,второй раз'.split(
  ',',
);

/** The same rows each time, and no two neighbours alike. */
function requestOf(at: number): Request {
  const mixed = (at * 7_919) % 10_007;
  const amount = mixed * 3 + (at % 5 === 0 ? 0.5 : 0);
  const pick = (words: readonly string[], from: number) => words[from % words.length] ?? '';
  return {
    ...{ id: at + 1, code: `К-${mixed}`, amount, share: Math.round(amount * 30) / 100 },
    promoter: `${pick(SURNAMES, mixed)} ${pick(NAMES, mixed >> 3)} ${1 + (mixed % 97)}`,
    phone: `+7 (9${String(mixed % 90).padStart(2, '0')}) ${100 + (at % 900)}-10-${10 + (at % 90)}`,
    date: `2026-${String(1 + (mixed % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
    comment: pick(COMMENTS, mixed >> 2),
  };
}

/** What both tables show. */
export const rows = Array.from({ length: ROWS }, (_, at) => requestOf(at));
