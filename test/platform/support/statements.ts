import { DefaultQueryExecutor } from 'kysely';

/** A statement as sent to the database. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Tables that grow with use. The others hold the staff, users and services of a business. */
export const GROWING = [
  'bookings',
  'booking_days',
  'customers',
  'changed_bookings',
  'contacts',
  'other_details',
  'calls',
  'call_reports',
  'booking_calls',
  'promises',
  'promise_marks',
  'follow_up_calls',
  'long_transcripts',
  'events',
  'deliveries',
  'delivery_attempts',
  'sessions',
  'api_keys',
] as const;

/** Calls `listener` with each statement that Kysely executes. Returns the function that ends this. */
export function watchStatements(listener: (statement: Statement) => void): () => void {
  const { prototype } = DefaultQueryExecutor;
  const { executeQuery } = prototype;
  prototype.executeQuery = function (query) {
    listener({ sql: query.sql, parameters: query.parameters });
    return executeQuery.call(this, query) as never;
  };
  return () => {
    prototype.executeQuery = executeQuery;
  };
}

/** Records all statements that Kysely executes: each distinct one once, with its first parameters. */
export function recordStatements(): { statements: Map<string, Statement>; stop(): void } {
  const statements = new Map<string, Statement>();
  const stop = watchStatements((statement) => {
    if (!statements.has(statement.sql)) statements.set(statement.sql, statement);
  });
  return { statements, stop };
}
