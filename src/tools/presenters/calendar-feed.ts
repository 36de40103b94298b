import * as z from 'zod';
import { type AddressedCalendarFeed, type CalendarFeed, label, type Read } from '../../contract/index.ts';
import { omitNullish } from './record.ts';

/** A calendar feed, without its address. Times are in UTC. */
export const calendarFeedShape = () =>
  z.object({
    id: z.string().optional(),
    staff_id: z.string().optional().describe('Absent: the whole business'),
    staff_name: label().optional(),
    masked: z.boolean().optional(),
    active: z.boolean().optional().describe('False: the person has left, and the address is not valid'),
    created_at: z.string().optional(),
    renewed_at: z.string().optional(),
    last_fetched_at: z.string().optional().describe('Absent: never at its present address'),
    last_fetched_by: z.string().optional().describe('Kind of calendar program'),
  });

type ReadCalendarFeed = Read<typeof CalendarFeed> | Read<typeof AddressedCalendarFeed>;

/** Copies only the fields of the shape, so that no address is included. */
export function presentCalendarFeed({ fields }: ReadCalendarFeed) {
  return omitNullish({
    id: fields.id,
    staff_id: fields.staff_id,
    staff_name: fields.staff_name,
    masked: fields.masked,
    active: fields.active,
    created_at: fields.created_at,
    renewed_at: fields.renewed_at,
    last_fetched_at: fields.last_fetched_at,
    last_fetched_by: fields.last_fetched_by,
  });
}
