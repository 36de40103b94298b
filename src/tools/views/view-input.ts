import type { JsonObject } from '../../lib/json.ts';
import type { BookingShape, WithPrivateBusy } from '../presenters/booking.ts';
import type { FreeTimes } from './view-data.ts';

/** What a tool leaves for the view besides its answer, as it runs. It is cleaned and masked with the rest of the view's data. */
export interface ViewInput {
  /** The id or name of the person whose bookings or free times were asked for. */
  staff?: string;
  /** The whole records of `items`, in their order. */
  bookings?: readonly WithPrivateBusy<BookingShape>[];
  /** Conflicts of them with private calendars may be missing. */
  isBusyUnknown?: boolean;
  /** Bookings that began shortly before the window of the list: those that it read, or how to list them. */
  earlier?: { passed: readonly BookingShape[]; input: JsonObject };
  free?: FreeTimes;
}
