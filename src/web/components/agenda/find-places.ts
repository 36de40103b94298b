import type { AgendaActions } from './actions.ts';
import { agendaOf } from './model.ts';
import { failedReading, MOVE_WORDS, type Outcome, outcomeOf } from './outcome.ts';
import { hasSlotOn, placesToMove } from './tool-actions.ts';
import type { Booking, Moving, ServiceChoice } from './types.ts';

/** Where free starts are looked for. */
export interface PlaceSearch {
  /** The days from the first of which they are looked for. */
  dates: readonly string[];
  /** The service that the appointment gets with the move; undefined if it keeps the one it has. */
  service?: ServiceChoice | undefined;
  /** IANA zone of the business. */
  zone: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Reads the free starts to which an appointment can be moved, or says why they could not be read. */
export async function findPlaces(
  booking: Booking,
  actions: AgendaActions,
  { dates, service, zone, now }: PlaceSearch,
): Promise<{ moving: Moving } | { failure: Outcome }> {
  const wanted = service ? { ...booking, serviceId: service.id, service: service.name } : booking;
  const result = await actions.findTimes?.(wanted, dates).catch(() => undefined);
  const found = result && !result.isError ? agendaOf(result, now).free : undefined;
  if (!found) {
    const reason = result && outcomeOf(result, MOVE_WORDS, zone).reason;
    return { failure: failedReading('The free times could not be read. Nothing was changed.', reason) };
  }
  // An answer with free times on later days does not say why these days have none.
  const isLater = found.slots.length > 0 && !hasSlotOn(dates, found, zone);
  const none = isLater ? await actions.findTimes?.(wanted, dates, 1).catch(() => undefined) : undefined;
  const reasons = none ? (agendaOf(none, now).free?.reasons ?? []) : found.reasons;
  const free = { ...found, reasons };
  return { moving: { booking, service, free: service ? free : placesToMove(booking, free), dates } };
}
