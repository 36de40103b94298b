import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/store/schema.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { addViolet, type ErasingSalon, NUMBER, ofViolet, openErasingSalon, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** Writes what an earlier version would have written. */
async function write(work: (tx: Db) => Promise<unknown>) {
  const store = await openStore(erasing.salon.database, Date.now());
  await store.write(work, 'all');
  await store.close();
}
const erased = { bookings: 0, calls: 1, reports: 0, events: 0 };

describe('an erasure before or during an update of the program', () => {
  it('a call that a later report filled before the update is erased again', async () => {
    const { contact_id } = await addViolet(erasing);
    await erasing.erased(contact_id);
    const reported = {
      recording_url: 'https://example.org/violet.mp3',
      fields_json: '{"patient_name":"Violet Quartz"}',
    };
    await write(async (tx) => {
      await tx.updateTable('calls').set(reported).where('call_reference', '=', 'c-1').execute();
      await tx.schema.alterTable('calls').dropColumn('erased_at').execute();
      await sql`delete from schema_migrations where name = '020-erased-calls'`.execute(tx);
    });
    expect((await erasing.erased(contact_id)).erased).toEqual(erased);
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('a call that a server of an earlier version filled after its erasure is erased again', async () => {
    const { contact_id } = await addViolet(erasing);
    await erasing.erased(contact_id);
    const reported = { phone: NUMBER, phone_key: NUMBER, summary: 'Violet, analyzed later.', contact_id: null };
    await write((tx) => tx.updateTable('calls').set(reported).where('call_reference', '=', 'c-1').execute());
    expect((await erasing.erased(await erasing.contact(VIOLET))).erased).toEqual(erased);
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });
});
