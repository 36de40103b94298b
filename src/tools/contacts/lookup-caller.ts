import * as z from 'zod';
import { pluralize } from '../../lib/text/text.ts';
import { defineTool } from '../core/define.ts';
import { nowSentence } from '../core/now.ts';
import { sentence } from '../output/sentence.ts';
import { bookingShape } from '../presenters/booking.ts';
import { callShape } from '../presenters/call.ts';
import { contactShape } from '../presenters/contact.ts';

/** How to get the records of each list that the answer does not show. */
const CUT_ADVICE = {
  matches: 'list_contacts with query has all',
  next_bookings: 'list_bookings with contact_id and from has all',
  last_bookings: 'list_bookings with contact_id has all',
  last_calls: 'list_calls with query has all',
} as const;

export const lookupCaller = defineTool({
  name: 'lookup_caller',
  title: 'Look up a caller',
  description:
    'Find who a phone number, e-mail or name belongs to, with their next and last bookings and last calls. Several matches are listed, not guessed.',
  toolset: 'contacts',
  effect: 'read',
  scope: 'read:contacts',
  input: () =>
    z.strictObject({
      query: z.string().trim().min(2).max(254).describe('Phone number in any format, e-mail, or name'),
    }),
  output: () =>
    z.object({
      matches: z.array(contactShape()).describe('If one: the bookings and calls are of this contact'),
      total_matches: z.int(),
      similar: z.array(contactShape()).optional().describe('Contacts with a similar name'),
      bookings_ahead: z.int().optional(),
      noted_bookings: z
        .int()
        .optional()
        .describe('Bookings ahead with this number in their notes, as a caller said it: list_bookings with query'),
      next_bookings: z.array(bookingShape()).optional(),
      last_bookings: z.array(bookingShape()).optional(),
      no_shows: z.int().optional().describe('Past bookings that they did not come to'),
      last_calls: z.array(callShape()).optional(),
      unread: z.array(z.string()).optional().describe('What could not be read'),
      omitted: z.string().optional(),
      note: sentence().optional(),
      now_local: z.string(),
      time_zone: z.string(),
    }),
  summary: ({ bookings_ahead: ahead, noted_bookings: noted, no_shows: noShows, ...output }) => {
    const now = nowSentence(output.now_local);
    const { total_matches: total } = output;
    if (total > 1) return `${total} contacts match: ask which one is meant. ${now}`;
    const bookings = ahead !== undefined && (ahead > 0 ? `${pluralize(ahead, 'booking')} ahead` : 'no booking ahead');
    const inNotes = noted && `but the notes of ${pluralize(noted, 'booking')} ahead name this number, unverified`;
    const missed = noShows && pluralize(noShows, 'no-show');
    const contacts = total === 1 ? 'One contact matches' : 'No contact matches';
    const alike = output.similar
      ? ` similar has ${pluralize(output.similar.length, 'contact')} with such a name: ask whether it is meant.`
      : '';
    return `${[contacts, bookings, inNotes, missed].filter(Boolean).join(', ')}.${alike} ${now}`;
  },
  cutAdvice: CUT_ADVICE,
  textAdvice: 'get_contact, get_booking and get_call have the whole',
  run: async ({ query }, context) => (await import('./find-caller.ts')).findCaller(query, CUT_ADVICE, context),
});
