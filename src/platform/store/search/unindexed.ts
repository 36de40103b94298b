import { type RawBuilder, sql } from 'kysely';

/**
 * A column in a condition that narrows a stream. As expressions, they keep the database from another index than that of the
 * stream, which would not have its order.
 */
export const unindexedText = (column: string): RawBuilder<string | null> => sql`(${sql.ref(column)} || '')`;
export const unindexedNumber = (column: string): RawBuilder<number> => sql`(+${sql.ref(column)})`;
