import { completedNumber } from '../../lib/phone/phone.ts';
import { type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import type { Person } from '../search/people.ts';

/** An id of a record, as most platforms write it: `ct_5tq2h8m4x0c1zr7e`. */
const ID = /^[A-Za-z]{2,}_[A-Za-z0-9]+$/;

/**
 * Says how else a contact can be found, after a query that none matches: a name of unsure spelling, or a number without + that was
 * completed with a calling code.
 */
export function searchHint(query: string, { name, phone }: Person, { settings }: ToolContext): Sentence | undefined {
  if (ID.test(query))
    return trusted(
      'This looks like an id. Names, numbers and e-mail addresses are searched: get_contact, get_booking or get_call reads a record by its id.',
    );
  if (name !== undefined)
    return trusted(
      'If the spelling is unsure, try the first letters of the family name, or the telephone number. A booking can have another name than its contact, such as that of a child: list_bookings with query finds it by a part of that name.',
    );
  const completed = phone === undefined ? undefined : completedNumber(query, settings.defaultCountry);
  if (!completed) return undefined;
  return say`The number was read with the calling code +${trusted(completed.code)}. If it may lack its area code or be of another country: list_contacts with query finds contacts by four or more of its digits.`;
}
