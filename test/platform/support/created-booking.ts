import type { JsonObject } from '../../../src/lib/json.ts';

/** Returns a created booking as it is read later: only the response to its creation states whether the contact is new. */
export const asReadLater = ({ contact_created: _, ...booking }: JsonObject): JsonObject => booking;
