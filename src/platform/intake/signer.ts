import { nextSlice } from '../../lib/concurrency/slices.ts';
import { LARGE_BODY_BYTES } from '../../lib/http/body-receiver.ts';
import { acceptedSecrets, listCallSources } from '../store/calls/call-sources.ts';
import type { CallSourceRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import type { Delivery, Vendor } from './vendors/vendor.ts';

interface SignedMessage {
  teamId: string;
  vendor: Vendor;
  delivery: Delivery;
  /** Epoch milliseconds. */
  now: number;
}

/** Finds the source of a team with a secret that signs a message; undefined if there is none. */
export async function findSigner(
  store: Store,
  { teamId, vendor, delivery, now }: SignedMessage,
): Promise<CallSourceRow | undefined> {
  const sources = await store.readUncoordinated((db) => listCallSources(db, teamId));
  for (const source of sources.filter((one) => one.vendor === vendor.name)) {
    const secrets = await acceptedSecrets(source, () => store.readUncoordinated(store.now));
    if (vendor.verify(delivery, secrets, now) === undefined) return source;
    // Each source costs a pass over the body, and the message may be made up.
    if (delivery.bytes.length > LARGE_BODY_BYTES) await nextSlice();
  }
  return undefined;
}
