import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/platform/store/store.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { type ErasingSalon, NUMBER, ofViolet, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** Leaves rows as an earlier version wrote them, which had no keys. The background work of this server has a pause by then. */
async function forgetKeys(table: 'contacts' | 'calls', ids: string[]) {
  const store = await openStore(erasing.salon.database, Date.now());
  await store.write(async (tx) => {
    await tx.updateTable(table).set({ phone_key: null, derived_version: 0 }).where('id', 'in', ids).execute();
  }, 'all');
  await store.close();
}

const reportCall = async () => String((await erasing.source.send(endedCall('c-1', REPORT))).body.call_id);

describe('an erasure before the keys of rows of an earlier version are computed', () => {
  it('the calls from the number of the customer are found', async () => {
    const call = await reportCall();
    const violet = await erasing.contact(VIOLET);
    await forgetKeys('calls', [call]);
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('the calls from a number that another customer has too are left', async () => {
    await reportCall();
    const violet = await erasing.contact(VIOLET);
    await forgetKeys('contacts', [await erasing.contact({ name: 'Child', phone: NUMBER })]);
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 0 });
  });
});
