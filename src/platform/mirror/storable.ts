/** Converts a row to one that a database can store; undefined if there is none with the same meaning. */
export type ToStorable = <R extends object>(row: R) => R | undefined;

/** SQLite stores any text. */
export const anyRow: ToStorable = (row) => row;

/** Columns that are in no index of the database. */
const NOT_INDEXED: ReadonlySet<string> = new Set([
  'additional_json',
  'contact_name',
  'description',
  'fields_json',
  'further_text',
  'notes',
  'overrides_json',
  'recording_url',
  'settings_json',
  'summary',
  'tools_json',
  'transcript_json',
]);
/** Bytes of the other texts of a row: an entry of an index has room for 2,704, and the largest has few of these columns. */
const MAX_INDEXED_BYTES = 2_500;

/**
 * PostgreSQL stores no character U+0000, and only so much in an index.
 * https://www.postgresql.org/docs/current/datatype-character.html
 */
export const rowForPostgres: ToStorable = <R extends object>(row: R) => {
  let indexed = 0;
  const columns = Object.entries(row).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value];
    const text = value.replaceAll('\0', ' ');
    if (!NOT_INDEXED.has(name)) indexed += Buffer.byteLength(text);
    return [name, text];
  });
  return indexed > MAX_INDEXED_BYTES ? undefined : (Object.fromEntries(columns) as R);
};
