import { isActiveStatus } from '../../contract/index.ts';
import type { Price } from '../../lib/activity/money.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { loadBusiness } from '../business/business.ts';
import { countedPrices } from '../business/counted-prices.ts';
import { currencyOf } from '../business/definition.ts';
import {
  type BookingEntry,
  type BookingPlace,
  type BookingSelection,
  nextBookings,
} from '../store/bookings/booking-pages.ts';
import { type Catalogue, readCatalogue } from '../store/catalogue.ts';
import type { Store } from '../store/store.ts';
import { priceAt } from '../store/summary/prices.ts';
import type { ImportOptions } from './contacts.ts';
import type { BookingImporter } from './import-bookings.ts';

/**
 * Bookings that are read at once, by one statement and so as of one moment: those of most businesses in a year. They take some
 * 10 MB of memory. No transaction lasts longer, because with a rollback journal a commit of another process would wait for it.
 */
const BOOKING_PAGE = 10_000;

/** Values of bookings are those that summaries count. */
export interface BookingList {
  /** ISO 4217 code of all prices. */
  currency: string;
  /** By start and id, each as it is when its page is read. */
  bookings: AsyncGenerator<PricedBooking>;
}

export interface PricedBooking extends BookingEntry {
  /** What the booking counts: the price of its service on its day. Undefined if it does not take place. */
  price: Price | undefined;
}

/** A service or person that bookings can have. */
export interface CatalogueRecord {
  id: string;
  name: string;
  /** True if the business no longer has it. */
  isArchived: boolean;
}

/** Bookings of the first team, in bulk. */
export interface AdminBookings {
  list(selection: BookingSelection): Promise<BookingList>;
  /** All services and people, those that the business no longer has included, by id. */
  catalogue(): Promise<Record<'services' | 'staff', CatalogueRecord[]>>;
  /** Makes an importer for one file. */
  importer(options?: ImportOptions): Promise<BookingImporter>;
}

export function adminBookings(store: Store, clock: Clock, teamId: string, pageSize = BOOKING_PAGE): AdminBookings {
  return {
    async list(selection) {
      const business = await store.read((db) => loadBusiness(db, teamId));
      const prices = countedPrices(business, business.team.time_zone);
      async function* bookings() {
        for (let after: BookingPlace | undefined; ; ) {
          const next = { after, limit: pageSize };
          const page = await store.readUncoordinated((db) => nextBookings(db, teamId, selection, next));
          for (const booking of page) yield { ...booking, price: priceOf(booking) };
          after = page.at(-1);
          if (page.length < pageSize) return;
        }
      }
      const priceOf = ({ status, service_id, start_time }: BookingEntry) =>
        isActiveStatus(status) ? priceAt(prices, service_id, start_time) : undefined;
      return { currency: currencyOf(business), bookings: bookings() };
    },
    async catalogue() {
      const { services, staff } = await store.readUncoordinated((db) => readCatalogue(db, teamId));
      return { services: services.map(catalogueRecord), staff: staff.map(catalogueRecord) };
    },
    // Servers do not need its code.
    importer: async (options = {}) =>
      (await import('./import-bookings.ts')).bookingImporter(store, clock, teamId, options),
  };
}

const catalogueRecord = ({ id, name, archived_at }: Catalogue['staff'][number]): CatalogueRecord => ({
  id,
  name,
  isArchived: archived_at !== null,
});
