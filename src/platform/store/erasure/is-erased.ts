import { type RawBuilder, sql } from 'kysely';
import { ERASED_NAME } from '../../../contract/index.ts';

/** The SQL of `isErasedContact`. @param contacts the name of the table in the query, or its alias. */
export function isErased(contacts: string): RawBuilder<boolean> {
  const [name, email, phone] = ['name', 'email', 'phone'].map((column) => sql.ref(`${contacts}.${column}`));
  return sql<boolean>`${name} = ${ERASED_NAME} and ${email} is null and ${phone} is null`;
}
