import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/lib/json.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export interface BookingPlatform extends Upstream {
  /** The bookings that it has made. */
  bookings: JsonObject[];
  /** Holds the answers to creates, which are carried out when the returned function is called. */
  holdCreates(): () => void;
}

/** A platform of another vendor that books whatever it is asked to, twice if it is asked twice. */
export async function startBookingPlatform(): Promise<BookingPlatform> {
  const bookings: JsonObject[] = [];
  let held: Promise<void> = Promise.resolve();
  const upstream = await startUpstream(async ({ method, path, body }, response) => {
    const answer = (status: number, content: JsonObject) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const { pathname, searchParams } = new URL(path, 'http://platform.invalid');
    if (method === 'POST' && pathname === '/api/v1/bookings') {
      await held;
      const booking = { ...(JSON.parse(body) as JsonObject), id: `bk_${randomUUID()}`, status: 'confirmed' };
      bookings.push(booking);
      return answer(200, { data: booking });
    }
    if (pathname === '/api/v1/bookings') {
      const page = Number(searchParams.get('page') ?? 1);
      const per_page = Number(searchParams.get('per_page') ?? 25);
      const data = bookings.slice((page - 1) * per_page, page * per_page);
      const has_more = bookings.length > page * per_page;
      return answer(200, { data, meta: { total: bookings.length, page, per_page, has_more } });
    }
    const found = bookings.find(({ id }) => pathname === `/api/v1/bookings/${id}`);
    return found ? answer(200, { data: found }) : answer(404, { error: 'not_found', message: 'There is none.' });
  });
  return {
    ...upstream,
    bookings,
    holdCreates() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
