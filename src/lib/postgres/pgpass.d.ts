/** The package has no types of its own. Reads libpq's password file: PGPASSFILE, or the one in the user's home. */
declare module 'pgpass' {
  /** @param tell is called with the first password that fits; undefined when there is none, or others may read the file. */
  export default function pgpass(
    connection: import('pg').ClientConfig,
    tell: (password: string | undefined) => void,
  ): void;
}
