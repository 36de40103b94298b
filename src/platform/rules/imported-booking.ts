import type { NO_SHOW } from '../../contract/index.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import type { ImportedContact } from './contact-index.ts';

/** An appointment as a row of an imported file describes it. Each of its services becomes a booking. Times in epoch milliseconds. */
export type ImportedBooking = AgreedBooking | CancelledBooking;

export interface AgreedBooking extends ImportedRow {
  status: 'confirmed' | typeof NO_SHOW;
  /** One is performed after the other. */
  serviceIds: readonly [string, ...string[]];
}

interface CancelledBooking extends ImportedRow {
  status: 'cancelled';
  /** Empty: the business has no such services. */
  serviceIds: readonly string[];
}

interface ImportedRow {
  /** The id of a booking, as an export has it, or its number in another program. */
  id: string | undefined;
  /** What identifies the row in files of its program. */
  key: string;
  contact: ImportedContact;
  /** One person for all services, or one for each. Empty: the person who performs a service, if it is one. */
  staffIds: readonly string[];
  start: number;
  /** Undefined: the services have their present lengths. */
  end: number | undefined;
  notes: string;
}

/** Services of a row. Each is a booking, and a batch with many rows is one transaction. */
export const MAX_SERVICES = 10;

/** The places of services that a row can have behind its first one. */
export const FURTHER_PARTS: readonly number[] = Array.from({ length: MAX_SERVICES - 1 }, (_, index) => index + 1);

/** Returns the person whom a row names for one of its services. */
export const staffOfPart = ({ staffIds }: ImportedBooking, index: number): string | undefined =>
  staffIds[index] ?? (staffIds.length === 1 ? staffIds[0] : undefined);

/** What divided times begin at, in minutes after the start: every five minutes, or every minute where a service would have no time. */
const STEPS_MS = [5 * MINUTE_MS, MINUTE_MS] as const;

/**
 * Divides the time of an appointment among its services, in their order. Where they take longer or shorter together, each gets the
 * share that its length has, in steps of five minutes or one.
 * @param lengths of the services, in milliseconds
 * @param end undefined: the services have these lengths
 * @returns an interval for each; one without length if the appointment is too short for its services
 */
export function divideTime(lengths: readonly number[], start: number, end: number | undefined): Interval[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const available = end === undefined ? total : end - start;
  const dividedBy = (step: number) => {
    const boundary = (passed: number) => {
      if (available === total || passed === 0) return start + passed;
      if (passed === total) return start + available;
      return start + Math.round((passed * available) / total / step) * step;
    };
    let passed = 0;
    return lengths.map((length) => {
      const from = boundary(passed);
      passed += length;
      return { start: from, end: boundary(passed) };
    });
  };
  const [usual, finer] = STEPS_MS;
  const slots = dividedBy(usual);
  return slots.some((slot) => slot.end <= slot.start) ? dividedBy(finer) : slots;
}
