import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { field } from '../support/clients.ts';
import type { Told } from './load.ts';

type Row = Record<string, unknown>;

/** Compares what callers were told with what a database holds; a sentence for everything that is wrong with it. */
export async function inspectDatabase(
  database: string,
  served: { url: string; key: string },
  writes: readonly Told[],
): Promise<string[]> {
  const Sqlite = await loadSqlite();
  const connection = new Sqlite(database);
  const all = (sql: string) => connection.prepare(sql).all() as Row[];
  try {
    const bookings = new Map(all('select * from bookings').map((row) => [row.contact_email, row]));
    const contacts = new Map(all('select * from contacts').map((row) => [row.email, row]));
    return [
      ...complaints(all),
      ...writes.flatMap((write) => compared(write, bookings, contacts)),
      ...halves(bookings, contacts),
      ...(await listed(served, { bookings: all('select id from bookings'), contacts: all('select id from contacts') })),
    ];
  } finally {
    connection.close();
  }
}

/** What SQLite itself finds wrong. */
function complaints(all: (sql: string) => Row[]): string[] {
  const found = all('pragma integrity_check').filter((row) => row.integrity_check !== 'ok');
  return [...found, ...all('pragma foreign_key_check')].map((row) => `SQLite says ${JSON.stringify(row)}`);
}

/** Notes whether a write was kept, and says so when it was told done and is not there. */
function compared(write: Told, bookings: Map<unknown, Row>, contacts: Map<unknown, Row>): string[] {
  const row = (write.kind === 'contact' ? contacts : bookings).get(write.email);
  write.kept = write.kind === 'cancellation' ? row?.status === 'cancelled' : row !== undefined;
  const right = write.kept && (write.id === undefined || row?.id === write.id);
  return write.acknowledged && !right ? [`the ${write.kind} of ${write.email} was acknowledged and is lost`] : [];
}

/** Records of which only a part was written: a booking's contact comes in the same transaction as the booking. */
function halves(bookings: Map<unknown, Row>, contacts: Map<unknown, Row>): string[] {
  const wrong: string[] = [];
  for (const email of contacts.keys()) {
    if (String(email).startsWith('booking.') && !bookings.has(email)) wrong.push(`${email} has no booking`);
  }
  for (const [email, row] of bookings) {
    if ((row.status === 'cancelled') !== (row.cancelled_at !== null)) wrong.push(`${email} is half cancelled`);
    if (String(email).startsWith('booking.') && row.contact_id !== contacts.get(email)?.id)
      wrong.push(`${email} is booked for somebody else`);
  }
  return wrong;
}

/** The totals that the API tells are kept apart from the records: they must agree. */
async function listed({ url, key }: { url: string; key: string }, stored: Record<string, Row[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, rows] of Object.entries(stored)) {
    const answer = await fetch(`${url}/api/v1/${name}?per_page=1`, { headers: { 'x-api-key': key } });
    const total = field(await answer.json(), 'meta', 'total');
    if (total !== rows.length) wrong.push(`the list of ${name} says ${total}, there are ${rows.length}`);
  }
  return wrong;
}
