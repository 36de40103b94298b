import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { field } from '../support/clients.ts';
import type { Write } from './load.ts';

type Row = Record<string, unknown>;

/** Compares acknowledged writes with the database. Returns a sentence for each fault. */
export async function inspectDatabase(
  database: string,
  served: { url: string; key: string },
  writes: readonly Write[],
): Promise<string[]> {
  const Sqlite = await loadSqlite();
  const connection = new Sqlite(database);
  // With a rollback journal, the commits of the program lock its readers out.
  connection.exec('pragma busy_timeout = 5000');
  const all = (sql: string) => connection.prepare(sql).all() as Row[];
  try {
    const bookings = new Map(all('select * from bookings').map((row) => [row.contact_email, row]));
    const contacts = new Map(all('select * from contacts').map((row) => [row.email, row]));
    return [
      ...sqliteFaults(all),
      ...writes.flatMap((write) => writeFaults(write, bookings, contacts)),
      ...partialWrites(bookings, contacts),
      ...(await totalFaults(served, {
        bookings: all('select id from bookings'),
        contacts: all('select id from contacts'),
      })),
    ];
  } finally {
    connection.close();
  }
}

/** Runs SQLite's own checks. */
function sqliteFaults(all: (sql: string) => Row[]): string[] {
  const found = all('pragma integrity_check').filter((row) => row.integrity_check !== 'ok');
  return [...found, ...all('pragma foreign_key_check')].map((row) => `SQLite says ${JSON.stringify(row)}`);
}

/** Sets whether a write is in the database, and reports an acknowledged one that is not. */
function writeFaults(write: Write, bookings: Map<unknown, Row>, contacts: Map<unknown, Row>): string[] {
  const row = (write.kind === 'contact' ? contacts : bookings).get(write.email);
  write.committed = write.kind === 'cancellation' ? row?.status === 'cancelled' : row !== undefined;
  const isStored = write.committed && (write.id === undefined || row?.id === write.id);
  return write.acknowledged && !isStored ? [`the ${write.kind} of ${write.email} was acknowledged and is lost`] : [];
}

/** Finds partial writes: a booking and its contact are written in one transaction. */
function partialWrites(bookings: Map<unknown, Row>, contacts: Map<unknown, Row>): string[] {
  const faults: string[] = [];
  for (const email of contacts.keys()) {
    if (String(email).startsWith('booking.') && !bookings.has(email)) faults.push(`${email} has no booking`);
  }
  for (const [email, row] of bookings) {
    if ((row.status === 'cancelled') !== (row.cancelled_at !== null)) faults.push(`${email} is half cancelled`);
    if (String(email).startsWith('booking.') && row.contact_id !== contacts.get(email)?.id)
      faults.push(`${email} is booked for another contact`);
  }
  return faults;
}

/** Compares the totals of the API, which are stored separately, with the number of records. */
async function totalFaults(
  { url, key }: { url: string; key: string },
  stored: Record<string, Row[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, rows] of Object.entries(stored)) {
    const answer = await fetch(`${url}/api/v1/${name}?per_page=1`, { headers: { 'x-api-key': key } });
    const total = field(await answer.json(), 'meta', 'total');
    if (total !== rows.length) faults.push(`the total of ${name} is ${total}, but the table has ${rows.length} rows`);
  }
  return faults;
}
