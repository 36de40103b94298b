import { readOrder, type SaidOrder } from '../said/said-order.ts';
import type { Offer, Offered } from './memory.ts';
import { callerKey } from './memory.ts';
import type { Office } from './office.ts';
import { forgetQuestion } from './open-question.ts';

/** Of what a caller is offered several at once. */
export type OfferKind = 'appointment' | 'time' | 'service' | 'person';

/** An agent that asks twice in so short a time has not spoken in between: it says both answers, in any order. */
const TURN_MS = 3_000;

const keyOf = (kind: OfferKind, { caller }: Office) => `${kind} ${callerKey(caller)}`;

/** Remembers what a caller hears, for "the second one". Callers that cannot be distinguished must not choose from each other's offers. */
export function offer(
  kind: OfferKind,
  items: readonly Offered[],
  office: Office,
  { isCut = false, dates = [], first, isQuestion }: Partial<Omit<Offer, 'items' | 'booked' | 'at'>> = {},
): void {
  const { caller, context } = office;
  if (caller.phone === null && caller.callId === null) return;
  const { offers } = context.voiceMemory;
  const key = keyOf(kind, office);
  const last = offers.get(key);
  const at = context.clock.monotonic();
  const before = last && at - last.at < TURN_MS ? last : undefined;
  const isMixed = before !== undefined && idsOf(before) !== idsOf({ items, first });
  const all = [...new Set([...(before?.dates ?? []), ...dates])];
  const { booked } = last ?? {};
  offers.set(key, {
    ...(isMixed ? { items: [], isCut: true } : { items, first, isCut, isQuestion }),
    dates: all,
    booked,
    at,
  });
}

const idsOf = ({ items, first }: Pick<Offer, 'items' | 'first'>) => JSON.stringify([first, items.map(({ id }) => id)]);

/** Remembers names that a caller hears. */
export function offerNames(kind: 'service' | 'person', names: readonly string[], office: Office, isCut = false): void {
  offer(
    kind,
    names.map((id) => ({ id })),
    office,
    { isCut },
  );
}

/**
 * Remembers times that a caller hears. A place among them is clear if each was said by itself: on one day, or one for each day.
 * @param days starts of each day that was said; undefined for a day with ranges of times
 * @param dates the dates of these days; default: those of the starts
 * @param first the first time that is free on these days
 */
export function offerTimes(
  days: readonly (readonly number[] | undefined)[],
  office: Office,
  dates: readonly string[] = days.flatMap((starts = []) => starts.map((start) => office.local(start).date)),
  first?: number,
): void {
  const isClear = days.length === 1 || days.every((starts) => starts?.length === 1);
  const starts = isClear ? days.flatMap((one) => one ?? []) : [];
  offer(
    'time',
    starts.map((start) => ({ id: String(start), start })),
    office,
    { dates: [...new Set(dates)], first },
  );
  // A time that is said next is one of these.
  forgetQuestion(office);
}

/** Remembers starts of which the caller is asked for one, which can be said by its day or its time alone. */
export function offerChoice(starts: readonly number[], office: Office): void {
  const items = starts.map((start) => ({ id: String(start), start }));
  const dates = [...new Set(starts.map((start) => office.local(start).date))];
  offer('time', items, office, { dates, isQuestion: true });
  forgetQuestion(office);
}

/** Returns what was offered last. */
export const lastOffer = (kind: OfferKind, office: Office): Offer | undefined =>
  office.context.voiceMemory.offers.get(keyOf(kind, office));

/** False for times that the caller has not heard yet, because they are those of the current turn. */
export const isOfferHeard = (office: Office): boolean => {
  const { at = Number.NEGATIVE_INFINITY } = lastOffer('time', office) ?? {};
  return office.context.clock.monotonic() - at >= TURN_MS;
};

/** Returns the day of the times that were offered last; null if they are of several days, undefined if there was no offer. */
export function offeredDay(office: Office): string | null | undefined {
  const { dates } = lastOffer('time', office) ?? {};
  if (!dates) return undefined;
  const [date = null] = dates;
  return dates.length === 1 ? date : null;
}

/** Returns what a place means among what was offered last; undefined if it is no place, or not clear. */
export function chosen(text: string, kind: OfferKind, office: Office): Offered | undefined {
  const order = readOrder(text, office.speech.language);
  const last = lastOffer(kind, office);
  if (!order || !last) return undefined;
  const found = inOrder(order, last);
  if (!found || isDayOfAnother(order, found, last.items, office)) return undefined;
  // Who answers has heard it: the next offer is of another turn.
  last.at = Number.NEGATIVE_INFINITY;
  return found;
}

/** Returns the earliest one of the times that were offered last, for a caller who does not mind which one it is. */
export function earliestOffered(office: Office): number | undefined {
  const last = lastOffer('time', office);
  if (!last) return undefined;
  last.at = Number.NEGATIVE_INFINITY;
  const starts = last.items.flatMap(({ start }) => start ?? []);
  return starts.length > 0 ? Math.min(...starts) : last.first;
}

function inOrder({ place }: SaidOrder, { items, isCut, dates, first }: Offer): Offered | undefined {
  // "The first one" of several days may be the first day.
  if (items.length === 0 && first !== undefined && (place === 'earliest' || (place === 0 && dates.length === 1)))
    return { id: String(first), start: first };
  if (typeof place === 'number') return items[place];
  if (isCut && place !== 'earliest') return undefined;
  if (place === 'last') return items.at(-1);
  const byStart = items.flatMap(({ id, start }) => (start === undefined ? [] : [{ id, start }]));
  const isOfTwo = place === 'earlier' || place === 'later';
  if (byStart.length < items.length || (isOfTwo && items.length !== 2)) return undefined;
  const isFirst = place === 'earlier' || place === 'earliest';
  return byStart.sort((a, b) => a.start - b.start).at(isFirst ? 0 : -1);
}

/** "The second" can be the one on the second of the month. */
function isDayOfAnother({ place, isBare }: SaidOrder, found: Offered, all: readonly Offered[], { local }: Office) {
  if (!isBare || typeof place !== 'number') return false;
  const onDay = all.filter(({ start }) => start !== undefined && Number(local(start).date.slice(8)) === place + 1);
  // Where all are on that day, it tells none from the others.
  return onDay.length < all.length && onDay.some((one) => one !== found);
}

/**
 * Keeps only the days of what was offered, because the caller hears a question: a place then is one among what it asks about.
 * @param booked the appointment that is booked last
 */
export function keepDays(dates: readonly string[], office: Office, booked = lastOffer('time', office)?.booked): void {
  const { caller, context } = office;
  if (caller.phone === null && caller.callId === null) return;
  const key = keyOf('time', office);
  context.voiceMemory.offers.set(key, { items: [], isCut: false, dates, booked, at: Number.NEGATIVE_INFINITY });
}

/** Forgets what was offered: a place then is one among what is asked about now. */
export function forgetOffer(kind: OfferKind, office: Office): void {
  office.context.voiceMemory.offers.delete(keyOf(kind, office));
}
