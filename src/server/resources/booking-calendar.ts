import {
  bookingCalendar,
  bookingOutput,
  CALENDAR_TYPE,
  executeTool,
  ToolError,
  untrustedMeta,
} from '../../tools/index.ts';
import type { ResourceDefinition } from './define.ts';

export const bookingCalendarResource: ResourceDefinition = {
  name: 'booking_calendar',
  uri: 'rcpt://bookings/{id}/calendar',
  title: 'Booking as a calendar file',
  description: 'One appointment as an iCalendar file, to add to a calendar.',
  mimeType: CALENDAR_TYPE,
  tool: 'get_booking',
  // Short, because other users can change a record at any time.
  ttlMs: 5_000,
  audience: ['user'],
  completes: 'booking_id',
  async read(id, context, tool) {
    const data = await executeTool(tool, { booking_id: id }, context);
    const { booking } = bookingOutput().parse(data);
    const text = await bookingCalendar(booking, context.clock.now());
    if (text === undefined) throw new ToolError('The platform does not state when this booking is.');
    return { text, ...untrustedMeta(tool.output, data) };
  },
};
