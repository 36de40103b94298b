import { ApiError } from '../../api/index.ts';
import type { Booking, Contact, Read } from '../../contract/index.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { listNames } from '../idempotency/field-values.ts';
import { createPersonMatcher, type PersonMatcher } from '../search/people.ts';

type ReadContact = Read<typeof Contact>;
type Detail = 'name' | 'email' | 'phone';

/** Bookings ahead that are compared: the first ones, and the last ones, which a platform may leave out of many. */
const PAGE = 20;

/**
 * States what else a user would want to know of a changed contact: another one with its new details, as `create_contact` does,
 * and whether bookings ahead have the new details or keep the former ones. At most four requests, where the platform finds records by their values.
 */
export async function notesOnChange(
  before: ReadContact | undefined,
  after: ReadContact,
  requested: readonly string[],
  context: ToolContext,
): Promise<string[]> {
  const details = (['name', 'email', 'phone'] as const).filter(
    (detail) =>
      requested.includes(detail) && (!before || (before.fields[detail] ?? null) !== (after.fields[detail] ?? null)),
  );
  const { extensions, signal } = context;
  if (details.length === 0) return [];
  try {
    if (!(await extensions.announces('list_filters', signal))) return [];
    const notes = await Promise.all([
      noteOnOthers(after, details, context),
      noteOnBookings(before, after, details, context),
    ]);
    return notes.filter((note) => note !== undefined);
  } catch (error) {
    // The contact is changed: what is said about it in addition must not make it look as if it were not.
    if (!(error instanceof ApiError || signal.aborted)) throw error;
    return [];
  }
}

async function noteOnOthers(
  { fields: { id, email, phone } }: ReadContact,
  details: readonly Detail[],
  context: ToolContext,
): Promise<string | undefined> {
  const { api, signal } = context;
  // Others could guess values.
  if (!mayShow('contact', context)) return undefined;
  const matcher = await createPersonMatcher(context);
  const isShared = async (detail: 'email' | 'phone', value: string | null | undefined) => {
    if (!details.includes(detail) || !value) return false;
    const { items } = await api.listContacts({ query: { [detail]: value, per_page: 2 }, signal });
    return items.some(({ fields }) => fields.id !== id && matcher[detail](fields[detail], value));
  };
  const [sharesEmail, sharesPhone] = await Promise.all([isShared('email', email), isShared('phone', phone)]);
  const shared = [...(sharesEmail ? ['email'] : []), ...(sharesPhone ? ['phone'] : [])];
  if (shared.length === 0) return undefined;
  return `Another contact has this ${listNames(shared)}, too: lookup_caller shows both.`;
}

async function noteOnBookings(
  before: ReadContact | undefined,
  after: ReadContact,
  details: readonly Detail[],
  context: ToolContext,
): Promise<string | undefined> {
  const id = before?.fields.id;
  if (!id || !mayShow('booking', context)) return undefined;
  const { items, isComplete } = await bookingsAhead(id, context);
  const matcher = await createPersonMatcher(context);
  const bookingsWith = (contact: ReadContact) => {
    const having = (detail: Detail) => items.filter((booking) => has(booking, contact, detail, matcher));
    const count = new Set(details.flatMap(having)).size;
    return {
      count,
      counted: `${isComplete ? '' : 'At least '}${pluralize(count, 'booking')} ahead`,
      names: listNames(details.filter((detail) => having(detail).length > 0)),
    };
  };
  const kept = bookingsWith(before);
  if (kept.count > 0) {
    const [keep, them] = kept.count === 1 ? ['keeps', 'it'] : ['keep', 'them'];
    return `${kept.counted} ${keep} the former ${kept.names}: list_bookings with contact_id shows ${them}, update_booking changes ${them}.`;
  }
  const changed = bookingsWith(after);
  if (changed.count === 0) return undefined;
  return `${changed.counted} ${changed.count === 1 ? 'has' : 'have'} the new ${changed.names}, too.`;
}

/** Reads the first and the last bookings ahead of a contact. Between two whole pages there may be others. */
async function bookingsAhead(contactId: string, { api, clock, signal }: ToolContext) {
  const from = new Date(clock.now()).toISOString();
  const query = { contact_id: contactId, status: 'active', from, per_page: PAGE } as const;
  const { items: first } = await api.listBookings({ query: { ...query, order: 'asc' }, signal });
  if (first.length < PAGE) return { items: first, isComplete: true };
  const { items: last } = await api.listBookings({ query: { ...query, order: 'desc' }, signal });
  const ids = new Set(first.map(({ fields }) => fields.id));
  const further = last.filter(({ fields }) => !ids.has(fields.id));
  return { items: [...first, ...further], isComplete: further.length < PAGE };
}

/** True if a booking has a detail of its contact as the contact has it in this state. */
function has(
  { fields: { contact_id, contact } }: Read<typeof Booking>,
  { fields: state }: ReadContact,
  detail: Detail,
  matcher: PersonMatcher,
): boolean {
  const value = state[detail];
  // A platform may answer a filter with more than what matches.
  if (!value || contact_id !== state.id) return false;
  return detail === 'name' ? contact?.name === value : matcher[detail](contact?.[detail], value);
}
