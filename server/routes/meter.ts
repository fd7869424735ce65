/** One request that was answered, for whoever counts: by its route's pattern, never by its address. */
export type Answered = { method: string; route: string; status: number; seconds: number };

/** Counts requests. */
export type Meter = { began: () => void; answered: (request: Answered) => void };
