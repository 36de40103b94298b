import {
  type Booking,
  type Call,
  type Contact,
  isNoShowStatus,
  type Read,
  type Resource,
} from '../../contract/index.ts';
import { createMatcher } from '../../lib/search/text-search.ts';
import type { Person } from '../search/people.ts';

/** The first records of those that there are. */
export interface Some<R extends Resource> {
  first: Read<R>[];
  total: number;
}

/** How many records of each list are wanted. */
export interface Limits {
  upcoming: number;
  past: number;
  calls: number;
}

/**
 * The bookings and calls of a person. Lists that the caller may not read are undefined: there may be some. So are the calls of a
 * person with neither a contact nor a number.
 */
export interface Activity {
  /** The earliest first. */
  upcoming: Some<typeof Booking> | undefined;
  /**
   * How many bookings ahead have the person's number in their notes, if there are no others: a caller whose number is withheld
   * says it, and it is not verified.
   */
  noted: number;
  /** How many bookings ahead have the number or the e-mail address of the query, and belong to other contacts than the person's. */
  ofOthers: number;
  /** The latest first, as the calls. */
  past: Some<typeof Booking> | undefined;
  /** How many of the past bookings the person did not come to; undefined if the platform does not record it. */
  noShows: number | undefined;
  calls: Some<typeof Call> | undefined;
  /** True if all bookings were read: then there is none besides these. */
  areBookingsKnown: boolean;
  /** What could not be read. */
  unread: string[];
}

/** Finds the records of a person. */
export interface PersonRecords {
  /** The contacts that a person can be, by name. */
  contacts(person: Person, limit: number): Promise<{ found: Read<typeof Contact>[]; total: number; unread: string[] }>;
  /** Contacts with a name like one that no contact has, the most similar first. */
  similar(name: string): Promise<Read<typeof Contact>[]>;
  activity(person: SoughtPerson, limits: Limits): Promise<Activity>;
}

/** A person with what is known of them. */
export interface SoughtPerson extends Person {
  /** Of the contact. */
  id?: string;
  /** Other numbers of the contact, in international format: calls from these are theirs, too. */
  otherPhones?: readonly string[];
  /** What the query has: other contacts can have bookings with it. */
  asked: Pick<Person, 'phone' | 'email'>;
}

/** Returns whether the notes of a booking have the number of a person, in any usual notation. */
export function createNotesFilter({ phone }: Person): (booking: Read<typeof Booking>) => boolean {
  const matches = phone === undefined ? () => false : createMatcher(phone);
  return ({ fields }) => Boolean(fields.notes) && matches([fields.notes ?? '']);
}

/** True for a booking whose customer did not come. */
export const isNoShow = ({ fields }: Read<typeof Booking>): boolean => isNoShowStatus(fields.status ?? '');
