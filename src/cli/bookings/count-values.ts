import { isActiveStatus, isNoShowStatus } from '../../contract/index.ts';
import { formatCents } from '../../lib/currency.ts';
import { listed, quoted, say } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { PricedBooking } from '../../platform/index.ts';
import type { Period } from './period.ts';

/** What a list of bookings has counted. */
interface ValueCount {
  bookings: number;
  cancelled: number;
  noShows: number;
  /** Sum of the prices, in the minor unit of the currency. */
  cents: number;
  /** Bookings that take place and have no price. */
  unpriced: number;
  /** The names of their services. */
  unpricedServices: Set<string>;
}

export const noValues = (): ValueCount => ({
  bookings: 0,
  cancelled: 0,
  noShows: 0,
  cents: 0,
  unpriced: 0,
  unpricedServices: new Set(),
});

/** Yields bookings as they are, and adds each to a count. */
export async function* counting(
  bookings: AsyncIterable<PricedBooking>,
  count: ValueCount,
  onCount: (count: number) => void,
): AsyncGenerator<PricedBooking> {
  for await (const booking of bookings) {
    count.bookings += 1;
    if (booking.price) count.cents += booking.price.cents;
    else if (isNoShowStatus(booking.status)) count.noShows += 1;
    else if (!isActiveStatus(booking.status)) count.cancelled += 1;
    else {
      count.unpriced += 1;
      count.unpricedServices.add(booking.service_name);
    }
    onCount(count.bookings);
    yield booking;
  }
}

/** The last line of a list: its days, the number of its bookings and their sum. */
export function countLine(count: ValueCount, { first, last }: Period, zone: string, currency: string): string {
  const { bookings, cancelled, noShows, cents, unpriced, unpricedServices } = count;
  const days = first === last ? first : `${first} to ${last}`;
  const parts = [
    pluralize(bookings, 'booking'),
    ...(cancelled > 0 ? [`${cancelled} of them cancelled`] : []),
    ...(noShows > 0 ? [`${noShows} of them missed`] : []),
    `${formatCents(cents, currency)} ${currency}`,
  ];
  const without =
    unpriced > 0
      ? ` ${unpriced === 1 ? '1 booking has' : `${unpriced} bookings have`} no price, because the business does not offer the service any more: ${say`${listed([...unpricedServices].map((name) => quoted(name)))}`}.`
      : '';
  return `${days} (${zone}): ${parts.join(', ')}.${without}`;
}
