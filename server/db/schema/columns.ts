import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Numbers everywhere: `pg` hands bigint over as text. */
export const big = () => bigint({ mode: 'number' });

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Identity, so that no sequence must be named; `by default`, because OAuth client 2 has a fixed id. */
export const identity = () => big().primaryKey().generatedByDefaultAsIdentity();

export const timestamps = () => ({
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** The values of `timestamps` for a row that is made now. */
export const madeAt = (now: Date | number) => ({ created_at: new Date(now), updated_at: new Date(now) });
