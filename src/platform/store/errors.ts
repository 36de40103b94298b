/** The database cannot be used; the message says why and what to do, and is meant for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
