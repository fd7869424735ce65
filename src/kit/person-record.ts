/** A person as a file of an address book describes them; every text as it is written there. */
export type PersonRecord = {
  family: string;
  given: string;
  additional: string;
  /** The whole name as the program showed it; several names stand one a line. */
  formatted: string;
  organisation: string;
  note: string;
  /** The preferred ones first. */
  phones: string[];
  /** All else: by its property of a vCard (BDAY, EMAIL, ADR …), or by the heading of a table's column. */
  others: { name: string; value: string }[];
};
