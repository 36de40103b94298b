import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addGenericSource, endedCall } from '../../voice/support/generic-source.ts';
import {
  addViolet,
  type ErasingSalon,
  importCall,
  NUMBER,
  ofViolet,
  openErasingSalon,
  REPORT,
  VIOLET,
} from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** A call of the past with Violet, as a file has it. */
const VIOLETS = { ...endedCall('old-1', REPORT), started_at: '2025-01-07T15:00:00Z', event: undefined };

const importCalls = (line: object) => importCall(erasing, line);
const eventsOf = async () => (await erasing.salon.platform.events.since(0, 1_000)).events.length;

describe('an erasure of calls', () => {
  it('a later report of an erased call is answered as accepted and changes nothing', async () => {
    const { contact_id } = await addViolet(erasing);
    await erasing.erased(contact_id);
    const before = await eventsOf();
    for (const [id, more] of [
      ['c-1', { ...REPORT, summary: 'Violet, analyzed later.' }],
      // Its first reports had no number.
      ['c-2', { ...REPORT, summary: 'Violet, analyzed later.' }],
    ] as const) {
      const { status, body } = await erasing.source.send(endedCall(id, more));
      expect([status, body]).toEqual([
        200,
        { received: true, understood: true, report_id: expect.any(String), call_id: expect.any(String) },
      ]);
      expect((await erasing.source.send(endedCall(id, more))).body).toEqual({ received: true, repeated: true });
    }
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    expect(await eventsOf()).toBe(before);
    expect((await erasing.erased(contact_id)).erased).toEqual({ bookings: 0, calls: 0, reports: 0, events: 0 });
  });

  it('a call of which nothing was known yet stays empty when its conversation is reported later', async () => {
    const { contact_id, id } = await erasing.book({ contact: VIOLET }, 'c-9');
    await erasing.salon.cancel(id);
    await erasing.source.send(endedCall('c-9', { phone: null, turns: [], started_at: new Date().toISOString() }));
    expect((await erasing.erased(contact_id)).erased.calls).toBe(1);
    await erasing.source.send(endedCall('c-9', REPORT));
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('an imported call stays erased when its file is imported again', async () => {
    const violet = await erasing.contact(VIOLET);
    expect(await importCalls(VIOLETS)).toMatchObject({ added: 1 });
    expect((await erasing.erased(violet)).erased.calls).toBe(1);
    expect(await importCalls(VIOLETS)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('a call that a source reported stays erased when a file that has it is imported', async () => {
    const violet = await erasing.contact(VIOLET);
    // Another system uses the same id for the call of another customer.
    expect(await importCalls({ ...VIOLETS, call_id: 'same-1', phone: '+12125550199' })).toMatchObject({ added: 1 });
    const { started_at } = VIOLETS;
    await erasing.source.send(endedCall('old-1', { ...REPORT, started_at }));
    await erasing.source.send(endedCall('same-1', { ...REPORT, started_at }));
    await erasing.source.send(endedCall('other-time', { ...REPORT, started_at }));
    expect((await erasing.erased(violet)).erased.calls).toBe(3);
    expect(await importCalls(VIOLETS)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    const other = { ...VIOLETS, call_id: 'other-time', started_at: '2024-03-05T09:00:00Z', phone: '+12125550198' };
    expect(await importCalls(other)).toMatchObject({ added: 1 });
    const more = { call_id: 'same-1', fields: { room: '7' } };
    expect(await importCalls(more)).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
  });

  it('an imported call stays erased when a source reports it, and another call with its id is recorded', async () => {
    const violet = await erasing.contact(VIOLET);
    await importCalls(VIOLETS);
    expect((await erasing.erased(violet)).erased.calls).toBe(1);
    const before = await eventsOf();
    const { started_at } = VIOLETS;
    for (const more of [{ event: 'started' }, { event: 'ended' }, { summary: 'Violet, analyzed later.' }]) {
      const { status, body } = await erasing.source.send(endedCall('old-1', { ...REPORT, started_at, ...more }));
      expect([status, body.call_id]).toEqual([200, expect.any(String)]);
    }
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    expect(await eventsOf()).toBe(before);
    const other = endedCall('old-1', { phone: '+12125550199', summary: 'Asks for a perm.' });
    const { body } = await erasing.source.send(other);
    const { body: call } = await erasing.salon.send('GET', `/v1/calls/${body.call_id}`, { key: erasing.key });
    expect(call.data).toMatchObject({ phone: '+12125550199', summary: 'Asks for a perm.' });
  });

  it('a line of a file that states only the end of a call is that of an erased one only near its time', async () => {
    const violet = await erasing.contact(VIOLET);
    const { started_at } = VIOLETS;
    for (const id of ['old-1', 'old-2']) await erasing.source.send(endedCall(id, { ...REPORT, started_at }));
    expect((await erasing.erased(violet)).erased.calls).toBe(2);
    const { started_at: _started, duration_seconds: _length, ...line } = VIOLETS;
    const near = { ...line, ended_at: '2025-01-07T15:01:01Z' };
    expect(await importCalls(near)).toMatchObject({ added: 0, unchanged: 1 });
    const other = { ...line, call_id: 'old-2', ended_at: '2025-03-07T15:01:01Z', phone: '+12125550199' };
    expect(await importCalls(other)).toMatchObject({ added: 1, unchanged: 0 });
  });

  it('a call that had only begun stays erased when its end is reported later, by its source or a file', async () => {
    const violet = await erasing.contact(VIOLET);
    const started_at = new Date().toISOString();
    for (const call_id of ['s-1', 's-2'])
      await erasing.source.send({ event: 'started', call_id, phone: NUMBER, started_at });
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 0, reports: 2 });
    const before = await eventsOf();
    const { status, body } = await erasing.source.send(endedCall('s-1', { ...REPORT, started_at }));
    expect([status, body]).toEqual([
      200,
      { received: true, understood: true, report_id: expect.any(String), call_id: null },
    ]);
    expect(await importCalls({ ...VIOLETS, call_id: 's-2', started_at })).toMatchObject({ added: 0, unchanged: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    expect(await eventsOf()).toBe(before);
    expect((await erasing.erased(violet)).erased).toEqual({ bookings: 0, calls: 0, reports: 0, events: 0 });
  });

  it('the first report of a call in which a booking of the customer was changed is accepted, and not kept', async () => {
    const { contact_id, id } = await erasing.book({ contact: VIOLET }, 'c-9');
    await erasing.salon.cancel(id);
    expect((await erasing.erased(contact_id)).erased).toMatchObject({ bookings: 1, calls: 0 });
    const before = await eventsOf();
    const started_at = new Date().toISOString();
    for (const more of [{ event: 'started', phone: NUMBER }, REPORT, { ...REPORT, phone: null, summary: 'Violet' }]) {
      const { status, body } = await erasing.source.send(endedCall('c-9', { started_at, ...more }));
      expect([status, body]).toEqual([
        200,
        { received: true, understood: true, report_id: expect.any(String), call_id: null },
      ]);
    }
    for (const line of [{ started_at }, { started_at: undefined, ended_at: undefined }])
      expect(await importCalls({ ...VIOLETS, call_id: 'c-9', ...line })).toMatchObject({ added: 0, unchanged: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
    expect(await eventsOf()).toBe(before);
    expect((await erasing.erased(contact_id)).erased).toEqual({ bookings: 0, calls: 0, reports: 0, events: 0 });
  });

  it('a call of another day or of another customer is recorded under the id of a call of an erased one', async () => {
    const { contact_id, id } = await erasing.book({ contact: VIOLET }, 'c-9');
    await erasing.salon.cancel(id);
    await erasing.erased(contact_id);
    const phone = '+12125550199';
    const other = { ...VIOLETS, call_id: 'c-9', phone, summary: 'Asks for a perm.' };
    expect(await importCalls(other)).toMatchObject({ added: 1 });
    await erasing.contact({ name: 'Robin Tester', phone });
    const { body } = await erasing.source.send(endedCall('c-9', { phone, started_at: new Date().toISOString() }));
    const { body: call } = await erasing.salon.send('GET', `/v1/calls/${body.call_id}`, { key: erasing.key });
    expect(call.data).toMatchObject({ phone });
  });

  it('a start that no call can have does not hide whose call it is', async () => {
    const violet = await erasing.contact(VIOLET);
    const started_at = new Date().toISOString();
    await erasing.source.send(endedCall('c-9', { ...REPORT, started_at }));
    expect((await erasing.erased(violet)).erased.calls).toBe(1);
    const other = await addGenericSource(erasing.salon.platform, erasing.salon.url);
    const unset = { started_at: '1970-01-01T00:00:00Z', ended_at: undefined };
    const { body } = await other.send(endedCall('c-9', { ...REPORT, ...unset }));
    expect(body).toMatchObject({ received: true, call_id: expect.any(String) });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('the call of another contact is recorded under the id of an erased one of another source, if it was not at the same time', async () => {
    const violet = await erasing.contact(VIOLET);
    const phone = '+12125550199';
    const robin = await erasing.contact({ name: 'Robin Tester', phone });
    const at = (minutes: number) => new Date(Date.parse('2025-01-07T15:00:00Z') + minutes * 60_000).toISOString();
    for (const id of ['21', '22', '23']) await erasing.source.send(endedCall(id, { ...REPORT, started_at: at(0) }));
    expect((await erasing.erased(violet)).erased.calls).toBe(3);
    const other = await addGenericSource(erasing.salon.platform, erasing.salon.url);
    const calls = [
      endedCall('21', { phone, started_at: at(60) }),
      // The family may share the number: an erased call does not come back.
      endedCall('22', { phone, started_at: at(5) }),
      // Without a contact, nothing says that it is the number of another person.
      endedCall('23', { phone: '+12125550198', started_at: at(60) }),
    ];
    for (const call of calls) await other.send(call);
    const { body } = await erasing.salon.send('GET', '/v1/calls', { key: erasing.key });
    const recorded = (body.data as never as Record<string, unknown>[]).filter((call) => call.phone !== null);
    expect(recorded.filter((call) => call.call_reference)).toMatchObject([
      { call_reference: '21', phone, contact_id: robin },
    ]);
  });
});
