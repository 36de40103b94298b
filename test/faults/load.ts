import { field } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import type { RunningProgram } from '../support/program.ts';

/** A write and its outcome. */
export interface Write {
  kind: 'booking' | 'contact' | 'cancellation';
  /** E-mail address of its contact: unique, to find the record. */
  email: string;
  /** True if the response was a success. */
  acknowledged: boolean;
  /** The record's id, if known. */
  id?: string;
  /** True if the database has it. Set by `inspectDatabase`. */
  committed?: boolean;
}

export interface KillLoad {
  url: string;
  key: string;
  callers: number;
  /** Makes the addresses and times of each round different. */
  round: number;
  /** Number of responses after which the process is killed, while requests of other callers are in flight. */
  killAfter: number;
}

/** Sends bookings, contacts and cancellations from concurrent callers over REST until the process is killed. */
export async function writeUntilKilled(program: RunningProgram, load: KillLoad): Promise<Write[]> {
  const writes: Write[] = [];
  let answered = 0;
  let serial = 0;
  const send = async (write: Write, path: string, body: unknown): Promise<string | undefined> => {
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
      const start_time = openHour(own, 2200 + load.round);
      const booking: Write = { kind: 'booking', email: email('booking'), acknowledged: false };
      const contact = { name: `Kill ${own}`, email: booking.email };
      const id = await send(booking, '/bookings', { service_id: 'svc_cleaning', start_time, contact });
      if (id === undefined) return;
      const added: Write = { kind: 'contact', email: email('contact'), acknowledged: false };
      if ((await send(added, '/contacts', { name: `Kill ${own}`, email: added.email })) === undefined) return;
      if (own % 2 === 1) continue;
      const cancelled: Write = { kind: 'cancellation', email: booking.email, acknowledged: false, id };
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

/** Sends a request and reads its whole response. Rejects if the connection breaks. */
async function post({ url, key }: KillLoad, path: string, body: unknown) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
