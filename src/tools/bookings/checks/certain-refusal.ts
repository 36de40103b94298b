import { ApiError } from '../../../api/index.ts';
import type { Booking, Read } from '../../../contract/index.ts';
import type { CancelSignal } from '../../../lib/concurrency/cancellation.ts';
import { joined, type Sentence, say } from '../../../lib/text/sentence.ts';
import type { ToolContext } from '../../core/context.ts';
import { RuleError } from '../../core/errors.ts';

interface AskedAppointment {
  serviceId: string | undefined;
  /** Epoch milliseconds. */
  start: number;
  /** Who is to take it; undefined: anybody. */
  staffId?: string | undefined;
  /** The booking that is to be moved. */
  moved?: { id: string; usesServiceDuration?: boolean } | undefined;
}

/** Bookings of the customer at that time. */
export interface OwnBookings {
  found: readonly Read<typeof Booking>[];
  /** States that there are some. */
  sentence: Sentence;
}

/**
 * Refuses an appointment that the platform certainly refuses by its hours or limits, so that the user is asked about nothing
 * that is impossible. A refusal that is not certain is left to the platform.
 * @param signal ends the reads; nothing is refused then.
 * @throws RuleError
 */
export async function assertNotRefused(
  { serviceId, start, staffId: staff, moved }: AskedAppointment,
  { found, sentence }: OwnBookings,
  call: ToolContext,
  signal: CancelSignal,
): Promise<void> {
  const context = { ...call, signal };
  if (serviceId === undefined) return;
  const { id: excludedBookingId, usesServiceDuration } = moved ?? {};
  const { whyImpossible } = await import('../../availability/why-none.ts');
  try {
    const why = await whyImpossible({ serviceId, start, staff, excludedBookingId, usesServiceDuration }, context);
    if (!why) return;
    const { reasons, rule, mayOthers, known } = why;
    // A time that is taken can become free until the booking is sent; a service that has no performer cannot.
    if (rule && (rule !== 'slot_unavailable' || !mayOthers)) throw new RuleError(joined(reasons, ' '), rule);
    // Neither can a person whom the customer's own booking takes.
    const takers = new Set(found.map(({ fields }) => fields.staff_id));
    const people = staff === undefined ? (known.staffIds ?? []) : [staff];
    if (people.length > 0 && people.every((id) => takers.has(id)))
      throw new RuleError(
        say`${sentence} The same staff member has it, and takes no other one then.`,
        'slot_unavailable',
      );
  } catch (error) {
    if (!(error instanceof ApiError) || call.signal.aborted) throw error;
    call.logger.info('whether the time is possible could not be read', { error });
  }
}
