/** The bookings of a team that start on one UTC day, in columns: `booking-days/columns.ts`. */
export interface BookingDayRow {
  team_id: string;
  /** Days since 1970-01-01. */
  day: number;
  /** The services, staff members and statuses that occur. */
  values_json: string;
  /** Start, customer and value of each booking. Null: the day has too many bookings, which are counted from their rows. */
  columns: string | null;
}

/** A contact of bookings, also one that has no record. */
export interface CustomerRow {
  /** Counts the customers of all teams, in the order in which they were found. It never changes. */
  number: number;
  team_id: string;
  contact_id: string;
  /** Start of the last booking that takes place, also in the future; null: there is none. */
  last_start: number | null;
}

/**
 * Day and contact of a booking that was added, changed or deleted: the `BookingDayRow` and the `CustomerRow` are missing or
 * outdated. PostgreSQL repeats rows.
 */
export interface ChangedBookingRow {
  team_id: string;
  day: number;
  contact_id: string;
}
