const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Whether a text is a day, a day with a time, or a time of day, as conditions compare them. */
export function isDatetimeForm(text: string): boolean {
  const [first = '', second, ...rest] = text.trim().split(/[ T]/);
  if (rest.length > 0) return false;
  if (second === undefined) return isDay(first) || /^\d{2}:\d{2}$/.test(first) && TIME.test(first);
  return isDay(first) && TIME.test(second);
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
