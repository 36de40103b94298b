import type { Booking, Read } from '../../contract/index.ts';
import { type Sentence, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';
import type { Person } from '../search/people.ts';

/** Returns whether a booking belongs to another contact than that with an id. */
export const isOfOther =
  (id: string) =>
  ({ fields }: Read<typeof Booking>): boolean =>
    Boolean(fields.contact_id) && fields.contact_id !== id;

/** States how else a contact is found, or that other contacts have bookings with the number or address that was asked for. */
export async function lookupNote(
  { query, asked, total, ofOthers }: { query: string; asked: Person; total: number; ofOthers: number },
  context: ToolContext,
): Promise<Sentence | undefined> {
  // Loads the metadata of telephone numbers.
  if (total === 0) return (await import('./search-hint.ts')).searchHint(query, asked, context);
  if (ofOthers === 0) return undefined;
  // A family, or the same person with new details.
  const belong = ofOthers === 1 ? 'belongs' : 'belong';
  const detail = asked.phone === undefined ? 'e-mail address' : 'telephone number';
  return trusted(
    `${pluralize(ofOthers, 'more booking')} ahead with this ${detail} ${belong} to another contact: list_bookings with query has all.`,
  );
}
