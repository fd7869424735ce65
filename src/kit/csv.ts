/** What a spreadsheet would run. A bare negative number is none, and stays a number. */
const FORMULA = /^(?!-\d+(?:,\d+)?$)[=+\-@\t\r]/;

/** How Papa Parse writes CSV for programs: every field in quotes, because LibreOffice's dialog also cuts at commas. */
export const CSV_DIALECT = {
  delimiter: ';',
  newline: '\r\n',
  quotes: true,
  escapeFormulae: FORMULA,
} as const;

/** The mark before the text by which Excel knows UTF-8. */
export const CSV_START = '\uFEFF';
