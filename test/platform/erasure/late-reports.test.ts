import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { addViolet, type ErasingSalon, ofViolet, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** A call of the past with Violet, as a file has it. */
const VIOLETS = { ...endedCall('old-1', REPORT), started_at: '2025-01-07T15:00:00Z', event: undefined };

async function importCalls(line: object) {
  const path = join(erasing.home, 'history.jsonl');
  writeFileSync(path, JSON.stringify(line));
  const args = ['calls', 'import', path, '--database', erasing.salon.database, '--json'];
  const { stdout, stderr } = await runProgram(args, cleanEnvironment(erasing.home));
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

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
    await erasing.source.send(endedCall('c-9', { phone: null, turns: [] }));
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
});
