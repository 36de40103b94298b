import { createRandom } from '../../src/platform/demo/random.ts';
import type { DemoBusiness } from '../../src/platform/demo/types.ts';
import type { StartedPlatform } from '../support/platform.ts';
import { FIRST_NAMES, LAST_NAMES, NOTES } from './texts.ts';
import { NOW, phoneOf } from './world.ts';

const HOUR = 3_600_000;

/** Creates and changes records through the platform's API, so that a part of what is searched was not imported. */
export async function changeRecords(
  { url, key }: Pick<StartedPlatform, 'url' | 'key'>,
  { contacts, bookings, services }: DemoBusiness,
  seed: number,
): Promise<void> {
  const random = createRandom(seed);
  const headers = { authorization: `Bearer ${await key()}`, 'content-type': 'application/json' };
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const name = () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const confirmed = bookings.filter(({ status }) => status === 'confirmed');
  const ahead = confirmed.filter(({ start_time }) => start_time > NOW);
  for (let index = 0; index < 12; index++) {
    const phone = phoneOf(700 + index);
    const contact = { name: name(), email: `New.${index}@example.com`, phone };
    const start_time = new Date(Date.parse(NOW) + (40 * 24 + index) * HOUR).toISOString();
    await send('POST', 'contacts', { ...contact, notes: random.pick(NOTES) });
    await send('POST', 'bookings', {
      service_id: random.pick(services).id,
      start_time,
      contact,
      notes: random.pick(NOTES),
    });
    await send('PUT', `contacts/${random.pick(contacts).id}`, { name: name() });
    await send('PUT', `contacts/${random.pick(contacts).id}`, { email: `Moved.${index}@example.com` });
    await send('PUT', `bookings/${confirmed[index]?.id}`, { notes: `Changed: ${random.pick(NOTES)}` });
    await send('POST', `bookings/${ahead[index]?.id}/cancel`, {});
  }
}
