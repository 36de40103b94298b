import { expect } from 'vitest';
import type { StartedPlatform } from './platform.ts';

/** Changes bookings of a platform with the demo business, each in the call with a reference. */
export async function bookingsInCalls({ url, key: newKey }: Pick<StartedPlatform, 'url' | 'key'>) {
  const key = await newKey();

  async function send<T>(
    method: string,
    path: string,
    { reference, body }: { reference?: string; body?: object } = {},
  ) {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(reference === undefined ? {} : { 'x-call-reference': reference }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: T }).data;
  }

  async function freeStart(which: number) {
    const [service] = await send<{ id: string }[]>('GET', 'services?per_page=1');
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const query = new URLSearchParams({ service_id: service?.id ?? '', from: day(1), to: day(10) });
    const { free } = await send<{ free: { from: string }[] }>('GET', `availability?${query}`);
    return { service_id: service?.id ?? '', start_time: free.at(which)?.from ?? '' };
  }

  return {
    send,
    /** Books the first free time, and returns the id of the booking. */
    async book(reference: string, name: string, phone: string) {
      const body = { ...(await freeStart(0)), contact: { name, phone } };
      return (await send<{ id: string }>('POST', 'bookings', { reference, body })).id;
    },
    async move(reference: string, id: string) {
      await send('PUT', `bookings/${id}`, { reference, body: { start_time: (await freeStart(-1)).start_time } });
    },
    async cancel(reference: string, id: string) {
      await send('POST', `bookings/${id}/cancel`, { reference, body: {} });
    },
  };
}
