import { DefaultQueryCompiler } from 'kysely';

/** A statement as sent to the database. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Tables that grow with use. The others hold the staff, users and services of a business. */
export const GROWING = [
  'bookings',
  'contacts',
  'calls',
  'call_reports',
  'booking_calls',
  'promises',
  'follow_up_calls',
  'long_transcripts',
  'events',
  'deliveries',
  'delivery_attempts',
  'sessions',
  'api_keys',
] as const;

/** Records all statements that Kysely compiles: each distinct one once, with its first parameters. */
export function recordStatements(): { statements: Map<string, Statement>; stop(): void } {
  const statements = new Map<string, Statement>();
  const { prototype } = DefaultQueryCompiler;
  const { compileQuery } = prototype;
  prototype.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args);
    const { sql, parameters } = compiled;
    if (!statements.has(sql)) statements.set(sql, { sql, parameters });
    return compiled;
  };
  return {
    statements,
    stop() {
      prototype.compileQuery = compileQuery;
    },
  };
}
