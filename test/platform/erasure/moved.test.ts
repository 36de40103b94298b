import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { eventually, notificationOf } from '../support/salon.ts';
import { type ErasingSalon, NUMBER, ofViolet, openErasingSalon, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
let target: Upstream;
beforeEach(async () => {
  target = await startUpstream(json(500, {}));
  erasing = await openErasingSalon();
});
afterEach(() => Promise.all([erasing.close(), target.close()]));

describe('an erasure of a customer whose records have another contact by now', () => {
  it('no event of a moved booking is left, and a webhook that waits gets it without the data', async () => {
    const { salon, key } = erasing;
    await salon.subscribe(target.url, ['booking.created', 'booking.updated']);
    const { id, contact_id } = await erasing.book({ contact: VIOLET, notes: 'Saffron tea' });
    const other = { name: 'Zed', phone: '+15550100155', email: null };
    const contact = { ...other, id: await erasing.contact(other) };
    const moved = await salon.send('PUT', `/v1/bookings/${id}`, { key, body: { contact, notes: '' } });
    expect(moved.body.data).toMatchObject({ contact_id: contact.id });

    // The events of the booking and of its move; the second one is of Zed.
    expect((await erasing.erased(contact_id)).erased).toMatchObject({ bookings: 0, events: 1 });
    expect(await ofViolet(salon.database)).toEqual([]);
    const failed = target.received.length;
    target.behave(json(200, {}));
    await eventually(() => target.received.length).toBeGreaterThan(failed + 1);
    const [created, updated] = target.received.slice(failed).map(notificationOf);
    expect(created?.data).toMatchObject({ contact_id, contact: { name: 'Erased customer', phone: null }, notes: '' });
    expect(updated?.data).toMatchObject({ contact_id: contact.id, contact: { name: 'Zed' } });
  });

  it('no event of a call whose number was corrected is left', async () => {
    const { salon, source } = erasing;
    const violet = await erasing.contact(VIOLET);
    await erasing.contact({ name: 'Zed', phone: '+15550100155' });
    await source.send(endedCall('c-1', { phone: NUMBER }));
    await source.send(endedCall('c-1', { phone: '+15550100155' }));
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 0, events: 1 });
    const events = (await ofViolet(salon.database)).filter((row) => row.startsWith('events '));
    expect(events).toEqual([]);
  });
});
