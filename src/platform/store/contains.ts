import { type Expression, type SqlBool, sql } from 'kysely';

/** The condition that a text of the database contains another one. SQLite ignores the case of letters. */
export const contains = (expression: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<boolean>`${expression} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
