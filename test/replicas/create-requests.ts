import { field, type TestClient } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import type { World } from './arrangements.ts';

export type CreateRequest = ReturnType<typeof newCreateRequest>;

let serial = 0;
/** Returns the arguments of a new booking: another person and another day with each call. */
export function newCreateRequest(name: string) {
  serial++;
  // One on each day.
  const day = openHour(serial * 8).slice(0, 10);
  return {
    service_id: 'svc_cleaning',
    start_time: `${day}T15:00:00Z`,
    contact_name: `${name} ${serial}`,
    contact_email: `${name}.${serial}@example.com`,
  };
}

/** Reads the ids of the bookings of a request from the platform's database. */
export async function bookingsOf({ query }: World, { contact_email }: CreateRequest): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from bookings where contact_email = $1', contact_email);
  return rows.map(({ id }) => id);
}

/** Books through a client, and returns the booking's id. */
export async function book(client: TestClient, request: CreateRequest): Promise<string> {
  const answer = await client.call('create_booking', request);
  if (answer.isError) throw new Error(answer.text);
  return field(answer.data, 'booking', 'id') as string;
}
