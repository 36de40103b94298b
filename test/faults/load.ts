import { field } from '../support/clients.ts';
import type { RunningProgram } from '../support/program.ts';

/** A write, and what its caller was told of it. */
export interface Told {
  kind: 'booking' | 'contact' | 'cancellation';
  /** Its contact's e-mail address: unique, so that it can be found again. */
  email: string;
  /** Whether it was answered with success. */
  acknowledged: boolean;
  /** The record's id, when it was told or known. */
  id?: string;
  /** Whether the database has it; set by whoever looks. */
  kept?: boolean;
}

export interface KillLoad {
  url: string;
  key: string;
  callers: number;
  /** Makes addresses and times of this round unlike those of others. */
  round: number;
  /** After this many answers the process is killed, while the other callers' requests are under way. */
  killAfter: number;
}

const HOUR = 3_600_000;

/** Bookings, contacts and cancellations from several callers at once over REST, until the process is gone. */
export async function writeUntilKilled(program: RunningProgram, load: KillLoad): Promise<Told[]> {
  const writes: Told[] = [];
  let answered = 0;
  let serial = 0;
  const send = async (write: Told, path: string, body: unknown): Promise<string | undefined> => {
    writes.push(write);
    const answer = await post(load, path, body).catch(() => undefined);
    if (!answer) return undefined;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    write.acknowledged = true;
    write.id = field(answer.body, 'data', 'id') as string;
    if (++answered === load.killAfter) program.child.kill('SIGKILL');
    return write.id;
  };
  const caller = async () => {
    for (;;) {
      const own = serial++;
      const email = (kind: string) => `${kind}.${load.round}.${own}@example.com`;
      const start_time = new Date(Date.UTC(2200 + load.round, 0, 1) + own * HOUR).toISOString();
      const booking: Told = { kind: 'booking', email: email('booking'), acknowledged: false };
      const contact = { name: `Kill ${own}`, email: booking.email };
      const id = await send(booking, '/bookings', { service_id: 'svc_cleaning', start_time, contact });
      if (id === undefined) return;
      const added: Told = { kind: 'contact', email: email('contact'), acknowledged: false };
      if ((await send(added, '/contacts', { name: `Kill ${own}`, email: added.email })) === undefined) return;
      if (own % 2 === 1) continue;
      const cancelled: Told = { kind: 'cancellation', email: booking.email, acknowledged: false, id };
      if ((await send(cancelled, `/bookings/${id}/cancel`, {})) === undefined) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: load.callers }, caller));
  } finally {
    await program.stop('SIGKILL');
  }
  return writes;
}

/** The answer, read whole; a broken connection rejects. */
async function post({ url, key }: KillLoad, path: string, body: unknown) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
