import { expect, it } from 'vitest';
import { type Lease, pollAsLeader } from '../../src/events/leader-election.ts';
import type { Poller } from '../../src/events/polling.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';

const OWN_GAPS = ['Polling: the bookings are not read.'];
const poller: Poller = { baseline: Promise.resolve(''), gaps: () => OWN_GAPS, stop: async () => {} };

/** Returns the gaps that a replica reports after its first attempt to acquire a lease. */
async function gapsWith(lease: Pick<Lease, 'acquire' | 'currentHolderNote'>) {
  const released: Lease = { ...lease, release: async () => {} };
  const polling = pollAsLeader({ lease: released, start: async () => poller, logger: silentLogger });
  // The first attempt needs microtasks only.
  await new Promise(setImmediate);
  const gaps = await polling.gaps();
  await polling.stop();
  return gaps;
}

it('the leader reports the gaps of its own poller, not the older ones in the note of its lease', async () => {
  const lease = { acquire: async () => true, currentHolderNote: async () => '["older"]' };
  expect(await gapsWith(lease)).toEqual(OWN_GAPS);
});

it('a replica that is not the leader reports the gaps in the note of the lease', async () => {
  const acquire = async () => false;
  expect(await gapsWith({ acquire, currentHolderNote: async () => '["of the leader"]' })).toEqual(['of the leader']);
  expect(await gapsWith({ acquire, currentHolderNote: async () => undefined })).toEqual([
    'Polling: no replica polls at the moment.',
  ]);
});
