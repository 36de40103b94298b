/** The package has no types of its own. Reads libpq's password file: PGPASSFILE, or the one in the user's home. */
declare module 'pgpass' {
  /** @param callback receives the first matching password; undefined if there is none, or if others may read the file. */
  export default function pgpass(
    connection: import('pg').ClientConfig,
    callback: (password: string | undefined) => void,
  ): void;
}
