/** Distinct statements that a connection keeps prepared: more than the program has, a bound for generated ones. */
export const MAX_PREPARED_STATEMENTS = 500;
/** In characters. Longer statements insert many rows and are rarely repeated. */
const MAX_PREPARED_LENGTH = 5_000;

/** What the program repeats; changes of the schema are not repeated. */
const REPEATED = /^\s*(?:select|insert|update|delete|with|start transaction|begin|commit|rollback)\b/;

const names = new Map<string, string>();

/**
 * Returns the name under which a statement is prepared, the same on every connection of this process: the server then
 * parses and plans it once per connection. Undefined for statements that are not prepared.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED_STATEMENTS || sql.length > MAX_PREPARED_LENGTH || !REPEATED.test(sql))
    return undefined;
  const name = `rcpt_${names.size}`;
  names.set(sql, name);
  return name;
}
