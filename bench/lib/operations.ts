import { Pool } from 'undici';
import { bookingId, FIRST, STAFF } from './seed.ts';

const HOUR = 3_600_000;

/** A platform over HTTP, and the number of its bookings. */
export interface Target {
  url: string;
  key: string;
  bookings: number;
}

/** Returns the operations to measure on one platform, by name. */
export function operationsOf({ url, key, bookings }: Target): Record<string, () => Promise<void>> {
  const pool = new Pool(url, { connections: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  async function request(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<{ data: unknown }> {
    const sent = body ? JSON.stringify(body) : null;
    const answer = await pool.request({ method, path: `/api/v1/${path}`, headers, body: sent });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as { data: unknown };
  }
  const get = (path: string) => async () => void (await request('GET', path));
  /** Reads a page near a position in the list (0 to 1): a different one each time, as different callers would. */
  const page = (list: string, records: number, size: number, position: number) => async () => {
    const last = Math.max(1, Math.floor(records / size));
    const spread = position === 0 ? 0 : Math.floor(Math.random() * Math.min(last * 0.1, 1_000));
    const number = Math.max(1, Math.round(last * position) - spread);
    const { data } = await request('GET', `${list}?page=${number}&per_page=${size}`);
    if (!Array.isArray(data) || data.length === 0) throw new Error(`${list}: page ${number} is empty`);
  };
  const randomPosition = () => 1 + Math.floor(Math.random() * bookings);
  const hours = Math.ceil(bookings / STAFF);
  /** Returns a free time between the existing bookings: the second half of a random hour. */
  const gap = () => new Date(FIRST + Math.floor(Math.random() * hours) * HOUR + HOUR / 2).toISOString();
  const contact = () => {
    const number = Math.ceil(randomPosition() / 10);
    return { name: `Customer ${number}`, email: `customer.${number}@example.com` };
  };
  /** Ids of bookings that were created here, to be changed and cancelled. */
  const created: string[] = [];
  const book = async (): Promise<void> => {
    const service_id = `svc_${Math.floor(Math.random() * STAFF)}`;
    const { data } = await request('POST', 'bookings', { service_id, start_time: gap(), contact: contact() });
    created.push((data as { id: string }).id);
  };
  const calls = Math.ceil(bookings / 10);
  return {
    'bookings, 25 a page, first': page('bookings', bookings, 25, 0),
    'bookings, 25 a page, middle': page('bookings', bookings, 25, 0.5),
    'bookings, 25 a page, last': page('bookings', bookings, 25, 1),
    'bookings, 100 a page, first': page('bookings', bookings, 100, 0),
    'bookings, 100 a page, middle': page('bookings', bookings, 100, 0.5),
    'bookings, 100 a page, last': page('bookings', bookings, 100, 1),
    'contacts, 100 a page, middle': page('contacts', calls, 100, 0.5),
    'calls, 100 a page, middle': page('calls', calls, 100, 0.5),
    'booking by id': () => get(`bookings/${bookingId(randomPosition())}`)(),
    'call by id': () => get(`calls/call_${Math.ceil(randomPosition() / 10)}`)(),
    book,
    'change a booking': async () => {
      await request('PUT', `bookings/${created.at(-1)}`, { notes: `Changed ${Math.random()}`, start_time: gap() });
    },
    'cancel a booking': async () => {
      await request('POST', `bookings/${created.pop()}/cancel`, {});
    },
  };
}
