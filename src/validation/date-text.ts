/** Dates as texts in a format. Only days that the calendar has are dates. */

/** The format of native date fields and of the server. */
export const DEFAULT_FORMAT = 'yyyy-mm-dd';

/** Reads values of one format into 'YYYY-MM-DD HH:MM:SS', which sorts as text; null for what is no such date. */
export type ReadDate = (value: unknown) => string | null;

const TOKEN = /(yyyy|YYYY|MM|mm|dd|DD|HH|ss)/;
/** Positions in yyyy-MM-dd HH:mm:ss. */
const POSITIONS: Readonly<Record<string, number>> = {
  yyyy: 0,
  YYYY: 0,
  MM: 1,
  dd: 2,
  DD: 2,
  HH: 3,
  mm: 4,
  ss: 5,
};
const MONTH = 1;

/**
 * Understands yyyy (YYYY), MM, dd (DD), HH, mm and ss; mm is the month where a format has no hours. Every other
 * character stands for itself; letters other than the T before a time are a mistake in the format.
 */
export function dateReader(format: string): ReadDate {
  // Split at a captured token, so every second piece is one.
  const pieces = format.split(TOKEN);
  const positions = pieces.filter((_, at) => at % 2 === 1).map(token => positionOf(token, format));
  const letters = pieces.filter((_, at) => at % 2 === 0).join('');
  if (positions.length === 0 || new Set(positions).size < positions.length || /[^\P{L}T]/u.test(letters)) {
    throw new Error(`"${format}" is no date format: yyyy, MM, dd, HH, mm and ss are known, each once`);
  }
  const pattern = new RegExp(
    `^${pieces.map((piece, at) => (at % 2 === 1 ? `(\\d{${piece.length}})` : asPattern(piece))).join('')}$`,
  );
  return value => {
    if (value instanceof Date) return fromDate(value);
    const found = pattern.exec(String(value));
    return found ? assemble(positions, found.slice(1)) : null;
  };
}

function positionOf(token: string, format: string): number {
  return token === 'mm' && !format.includes('HH') ? MONTH : (POSITIONS[token] ?? MONTH);
}

function asPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What a format leaves out is the first of January 1970, midnight: only the parts it has are compared. */
function assemble(positions: readonly number[], digits: readonly string[]): string | null {
  const whole = ['1970', '01', '01', '00', '00', '00'];
  positions.forEach((position, at) => {
    whole[position] = digits[at] ?? '';
  });
  const [year = '', month = '', day = '', ...time] = whole;
  const iso = `${year}-${month}-${day}T${time.join(':')}Z`;
  const read = new Date(iso);
  // A day that the month does not have rolls over, and then differs from the text; there was no year 0.
  const isReal = !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 19) === iso.slice(0, 19);
  return isReal && year !== '0000' ? iso.slice(0, 19).replace('T', ' ') : null;
}

/** A date object in the wall clock of the device. */
function fromDate(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join('-')} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
