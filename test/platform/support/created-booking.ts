import type { JsonObject } from '../../../src/lib/json.ts';

/** Returns a booking as it is read later: only the response to a write states whether its contact is new, and which calendar is not up to date. */
export const asReadLater = ({ contact_created: _, calendars: __, ...booking }: JsonObject): JsonObject => booking;
