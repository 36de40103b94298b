import { MINUTE_MS } from '../../../lib/time/units.ts';
import { ASSUMED_MINUTES } from '../../availability/busy-intervals.ts';
import { QuestionError } from '../../core/question.ts';
import type { Office } from '../core/office.ts';
import { type OwnAppointment, readOwnAppointments, withNames } from './own-appointments.ts';

/** A time that the caller wants. */
export interface WantedTime {
  /** Epoch milliseconds. */
  start: number;
  minutes: number | undefined;
}

/**
 * Returns the appointments that the caller has at a time. None where the operator requires checks: the person on this number
 * may not be the one whose appointments they are.
 * @param movedId the appointment that is to be moved.
 */
export async function overlapping(
  { start, minutes = ASSUMED_MINUTES }: WantedTime,
  movedId: string | undefined,
  office: Office,
): Promise<OwnAppointment[]> {
  if ((office.context.settings.voice?.callerChecks.length ?? 0) > 0) return [];
  const end = start + minutes * MINUTE_MS;
  const isThen = (one: OwnAppointment) => one.id !== movedId && one.start < end && start < one.end;
  const own = await readOwnAppointments(office);
  if (!own.some(isThen)) return [];
  // Named with the others: whose they are is said if several people have appointments.
  return (await withNames(own, office)).filter(isThen);
}

/** An appointment that is to be booked or moved, and what its question has said. */
export interface CheckedTime extends WantedTime {
  movedId?: string | undefined;
  /** Appointments of the caller at that time, of which the question has said that they stay. */
  had: readonly OwnAppointment[];
}

/**
 * Makes a change that other code refuses while the person has another appointment at that time. That code also compares by
 * name and by parts of numbers, and so finds appointments of others: only those of the caller's number count here.
 * @param change is called with true to allow others.
 * @returns undefined if the caller has other appointments at the time than the question said. Nothing was changed then.
 */
export async function withOwnCheck<R>(
  { had, movedId, ...time }: CheckedTime,
  office: Office,
  change: (mayOverlap: boolean) => Promise<R>,
): Promise<R | undefined> {
  if (had.length > 0) return change(true);
  try {
    return await change(false);
  } catch (error) {
    if (!(error instanceof QuestionError) || error.kind !== 'same_person') throw error;
    const now = await overlapping(time, movedId, office);
    return now.length > 0 ? undefined : change(true);
  }
}
