import { field, type TestClient } from '../support/clients.ts';
import type { World } from './arrangements.ts';

export type Wish = ReturnType<typeof newWish>;

let serial = 0;
/** Somebody's wish for a booking, on a day of its own. */
export function newWish(word: string) {
  serial++;
  const day = new Date(Date.UTC(2200, 0, 1) + serial * 86_400_000).toISOString().slice(0, 10);
  return {
    service_id: 'svc_cleaning',
    start_time: `${day}T10:00`,
    contact_name: `${word} ${serial}`,
    contact_email: `${word}.${serial}@example.com`,
  };
}

/** The ids of the bookings that a wish has led to, by the platform's own database. */
export async function bookingsOf({ query }: World, { contact_email }: Wish): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from bookings where contact_email = $1', contact_email);
  return rows.map(({ id }) => id);
}

/** Books through a client, and gives the booking's id. */
export async function book(client: TestClient, wish: Wish): Promise<string> {
  const answer = await client.call('create_booking', wish);
  if (answer.isError) throw new Error(answer.text);
  return field(answer.data, 'booking', 'id') as string;
}
