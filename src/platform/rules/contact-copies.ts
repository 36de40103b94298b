import { nextSlice } from '../../lib/concurrency/slices.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { addressKey, nameKey, phoneKey } from '../derived/keys.ts';
import { type NamedBooking, selectAhead, updateBooking } from '../store/bookings/bookings.ts';
import type { ContactRow, Db } from '../store/schema/schema.ts';
import { changedColumns, isUnchanged, recordEvent } from './book.ts';
import { isReachable } from './booking-body.ts';

/** Bookings that a change of a contact changes, the first by their start, so that other writers wait for a second or two at most. */
const MAX_BOOKINGS = 1_000;
/** Bookings that are changed before the event loop gets its turn: some 15 ms. */
const SLICE = 20;
/** How long an appointment lasts at most that is looked for once it has begun: it is among all past ones. */
const MAX_BEGUN_MS = 31 * DAY_MS;

/** What a booking copies of its contact. */
type Copy = Pick<NamedBooking, 'contact_name' | 'contact_email' | 'contact_phone'>;

/**
 * Changes the copies that the bookings ahead of a contact have of it, in its transaction: where a copy is what the contact was
 * before, it becomes what it is now. Each booking that differs then is changed as by a request for it, with an event.
 */
export async function changeCopies(tx: Db, before: ContactRow, after: ContactRow, now: number): Promise<void> {
  if (before.name === after.name && before.email === after.email && before.phone === after.phone) return;
  const bookings = await selectAhead(tx, before, now)
    .where('bookings.start_time', '>', now - MAX_BEGUN_MS)
    .limit(MAX_BOOKINGS)
    .execute();
  for (const [index, booking] of bookings.entries()) {
    if (index > 0 && index % SLICE === 0) await nextSlice();
    const copied = { ...booking, ...(await copyOf(booking, before, after)) };
    if (isUnchanged(booking, copied)) continue;
    const changed = { ...copied, ...changedColumns(booking, now, null) };
    await updateBooking(tx, changed);
    await recordEvent(tx, 'booking.updated', changed);
  }
}

/** What a booking ahead copies of its contact after a change of it. */
export async function copyOf(booking: NamedBooking, before: ContactRow, after: ContactRow): Promise<Copy> {
  const isNamed = nameKey(booking.contact_name) === nameKey(before.name);
  const email = addressKey(booking.contact_email);
  const phone = await phoneKey(booking.contact_phone);
  const isCopied = {
    name: isNamed,
    // A relative's booking lacks a detail because it is not theirs.
    email: email === addressKey(before.email) && (email !== null || isNamed),
    phone: phone === (await phoneKey(before.phone)) && (phone !== null || isNamed),
  };
  const changes = (field: keyof typeof isCopied) => isCopied[field] && before[field] !== after[field];
  const contact_name = changes('name') ? after.name : booking.contact_name;
  const contact_email = changes('email') ? after.email : booking.contact_email;
  const contact_phone = changes('phone') ? after.phone : booking.contact_phone;
  // The business must be able to reach who has an appointment.
  const isLost = !isReachable({ email: contact_email, phone: contact_phone });
  return isLost ? { ...booking, contact_name } : { contact_name, contact_email, contact_phone };
}
