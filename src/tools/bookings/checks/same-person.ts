import type { Booking, ReadFields } from '../../../contract/index.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { writeOut } from '../../../lib/search/spellings.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import type { ToolContext } from '../../core/context.ts';
import { comparableName, phoneEquality } from '../../idempotency/comparison.ts';
import type { MutexKey } from '../../idempotency/mutex.ts';

/** Whom a booking is for, as far as known. */
export interface Customer {
  name?: string | undefined;
  email?: string | undefined;
  /** In international format (E.164) if it can be read as a telephone number. */
  phone?: string | undefined;
  contactId?: string | undefined;
}

const comparableEmail = (email: string) => email.trim().toLowerCase();

/**
 * Returns a function that compares the customer of a booking with a person: by contact id, telephone number and e-mail
 * address, of which one that is equal is enough, in any usual notation; by the name only if none of them can be compared.
 * It returns undefined if nothing can be compared.
 */
export async function samePerson(person: Customer, context: ToolContext) {
  const isSamePhone = await phoneEquality(person.phone, context);
  return ({ contact_id, contact }: ReadFields<typeof Booking>): boolean | undefined => {
    if (contact_id && contact_id === person.contactId) return true;
    const { name, email, phone } = contact ?? {};
    const compared = [
      phone && person.phone ? isSamePhone(phone, person.phone) : undefined,
      email && person.email ? comparableEmail(email) === comparableEmail(person.email) : undefined,
    ].filter((result) => result !== undefined);
    if (compared.length > 0) return compared.includes(true);
    if (name && person.name) return areEqualNames(name, person.name);
    return contact_id && person.contactId ? false : undefined;
  };
}

/** Equal names have one in common. */
const namesOf = (name: string) => [...new Set([name, writeOut(name)].map(comparableName))].filter(Boolean).sort();

/** The keys of one person are those of more days only for longer appointments than businesses have. */
const MAX_DAYS = 8;

/**
 * Returns what to serialise the bookings of a person on: each detail that decides who is the same person, on each UTC day of
 * the appointment, always in the same order. Appointments that overlap have a day in common.
 */
export function personDays({ name, email, phone, contactId }: Customer, { start, end }: Interval): MutexKey[] {
  const details = [
    ...(email ? [['email', comparableEmail(email)]] : []),
    ...(phone ? [['phone', phone]] : []),
    ...(contactId ? [['contact', contactId]] : []),
    // Decides between a request with a number only and one with an e-mail address only. Namesakes wait for each other.
    ...namesOf(name ?? '').map((one) => ['name', one]),
  ];
  const first = Math.floor(start / DAY_MS);
  const last = Math.min(Math.ceil(end / DAY_MS), first + MAX_DAYS);
  const days = Array.from({ length: last - first }, (_, index) => String(first + index));
  return days.flatMap((day) => details.map((detail) => ['booking-of', day, ...detail]));
}
