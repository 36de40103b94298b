import * as z from 'zod';
import { Booking, type Read } from '../../contract/index.ts';
import { bookingText } from '../../lib/search/record-text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { sentence } from '../output/sentence.ts';
import { type BookingShape, briefBooking, listedBookingShape, presentBooking } from '../presenters/booking.ts';
import { allOf, matchesQuery, withinWindow } from '../search/filters.ts';
import { list, listOutput, listSummary } from '../search/list-tool.ts';
import { CONTACT_NAME, SERVICE_NAME, STAFF_NAME } from '../search/record-names.ts';
import { earlierBookings } from './earlier-bookings.ts';

const inputSchema = () =>
  z.strictObject({
    ...field.window(),
    from: field.window().from.describe('Earliest start: date (local day), time, or today'),
    service_id: field.serviceId().describe('Id or name').optional(),
    staff_id: field.staffId().optional(),
    contact_id: field.contactId().optional(),
    status: field.status().describe('active: takes place'),
    ...field.searching(),
    ...field.paging(),
    detail: field.detail(),
  });

export const listBookings = defineTool({
  name: 'list_bookings',
  title: 'List bookings',
  description:
    "List or search appointments by time, person, service or status. Without filters: one page in the platform's order.",
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  view: 'agenda',
  input: inputSchema,
  output: () =>
    z.object({
      items: z.array(listedBookingShape()),
      ...listOutput(),
      time_zone: z.string(),
      note: sentence().optional(),
    }),
  summary: (output) => listSummary(output, 'bookings'),
  textAdvice: 'get_booking has the whole',
  async run(input, context) {
    const read = await readBookingList(input, context);
    return (await import('./private-busy.ts')).withConflicts(read, context);
  },
});

/** Reads the bookings of an answer, and the whole records of them. */
export async function readBookingList(input: z.infer<ReturnType<typeof inputSchema>>, context: ToolContext) {
  const { api, time, signal } = context;
  const { contactFilter, namedFilter, statusFilter } = await import('../search/booking-filters.ts');
  const window = await time.range(input);
  const service = input.service_id ? await namedFilter('service', input.service_id, context) : undefined;
  const filters = await Promise.all([
    service,
    input.staff_id && namedFilter('staff', input.staff_id, context),
    input.contact_id && contactFilter(input.contact_id, context),
    input.status && statusFilter(input.status),
  ]);
  const whole: BookingShape[] = [];
  const valueFilters = filters.filter((filter) => typeof filter === 'object');
  const params = Object.assign({ query: input.query }, ...valueFilters.map((filter) => filter.params));
  const matches = allOf<typeof Booking>([
    ...valueFilters.map(({ verdict }) => verdict),
    input.query && (await matchesQuery(input.query, context, bookingText)),
  ]);
  const isFirst = input.cursor === undefined;
  const earlier = context.view && isFirst && window.from ? earlierBookings(window.from, matches) : undefined;
  const page = await list(
    {
      tool: 'list_bookings',
      fetch: (query) => api.listBookings({ query, signal }),
      shape: (read: Read<typeof Booking>) => presentBooking(read, time),
      names: [SERVICE_NAME, STAFF_NAME, CONTACT_NAME],
      brief: (booking, all) => {
        whole.push(booking);
        return briefBooking(booking, all);
      },
      sortKey: ({ fields }) => utcInstant(fields.start_time),
      order: 'asc',
      verdict: allOf<typeof Booking>([
        earlier?.visit,
        (window.from || window.to) && withinWindow(window, ({ fields }) => fields.start_time),
        matches,
      ]),
      checks: valueFilters.map(({ check }) => check),
      window,
      search: {
        resource: Booking,
        fetch: (query) => api.listBookings({ query: { ...window, ...params, ...query }, signal }),
      },
    },
    input,
    context,
  );
  if (context.view && input.staff_id !== undefined) context.view.staff = input.staff_id;
  if (context.view && earlier) {
    const passed = earlier.passed.map((read) => presentBooking(read, time));
    context.view.earlier = { passed, input: { ...input, ...earlier.window } };
  }
  const note = [service?.note, isFirst && (await periodNote(input, context))].filter(Boolean).join(' ');
  return {
    answer: { ...page, time_zone: time.zone, ...(note ? { note } : {}) },
    bookings: input.detail === 'full' ? page.items : whole.slice(0, page.items.length),
  };
}

/** Loaded only where it can be needed: most first calls do without it. */
async function periodNote(range: { from?: string | undefined; to?: string | undefined }, context: ToolContext) {
  if (range.from === undefined || range.to !== undefined) return undefined;
  const { openEndOf } = await import('../search/open-end.ts');
  return (await openEndOf(range, context))?.note;
}
