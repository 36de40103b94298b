import { ACTIVE, Booking, type Read, usualValues } from '../../contract/index.ts';
import { createMatcher } from '../../lib/search/text-search.ts';
import { joined, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { switchedOff } from '../availability/known-services.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { isActiveBooking } from './booking-status.ts';
import { findByName } from './by-name.ts';
import { contactById } from './contact-by-id.ts';
import { createActivityFilters, createPersonMatcher, detailParameters } from './people.ts';
import { looksLikeId, switchedOffService } from './record-by-name.ts';
import { namesOf } from './record-names.ts';
import { createValueFilter, type ValueFilter } from './value-filter.ts';

type BookingFilter = ValueFilter<typeof Booking>;
type ReadBooking = Read<typeof Booking>;

/** Matches bookings with a status, or with `active` those that take place. */
export function statusFilter(status: string): BookingFilter {
  const filter = createValueFilter<typeof Booking>({
    argument: 'status',
    value: status,
    valuesOf: ({ fields }) => [fields.status],
    usual: usualValues(Booking.chosen.status),
    also: [ACTIVE],
  });
  if (status.toLowerCase() !== ACTIVE) return filter;
  return { verdict: ({ fields }) => isActiveBooking(fields), check: NO_CHECK, params: { status: ACTIVE } };
}

const NO_CHECK = { visit: () => {}, assertKnown: () => {} };

/** People or services that bookings name, at most. */
const MAX_SEEN = 50;
/** Those that an error message names. */
const MAX_NAMED = 10;

const KINDS = {
  service: {
    argument: 'service_id',
    idOf: ({ fields }: ReadBooking) => fields.service_id,
    nameOf: ({ fields }: ReadBooking) => fields.service_name,
  },
  staff: {
    argument: 'staff_id',
    idOf: ({ fields }: ReadBooking) => fields.staff_id,
    nameOf: ({ fields }: ReadBooking) => fields.staff_name,
  },
};

/** A filter by a service or a staff member. */
interface NamedFilter extends BookingFilter {
  /** What the answer must state about the service. */
  note?: Sentence;
}

/**
 * Matches bookings of a service or a staff member, by id or name: also of a service that is switched off, which the platform's
 * list does not have. An id that it does not have may still be in its bookings.
 * @throws ToolError if a name fits none in the list, or several.
 */
export async function namedFilter(kind: keyof typeof KINDS, text: string, context: ToolContext): Promise<NamedFilter> {
  const { argument, idOf, nameOf } = KINDS[kind];
  const listed = [...(await namesOf(kind, context))].map(([id, name]) => ({ id, name: name || id }));
  const ofId = (id: string) => ({ verdict: equalsId(id, idOf), check: NO_CHECK, params: { [argument]: id } });
  if (listed.length === 0) return seenFilter({ text, argument, idOf, nameOf, refusal: undefined });
  const off = kind === 'service' ? await switchedOffService(text, listed, context) : undefined;
  if (off) return { ...ofId(off.id), note: switchedOff(off, context) };
  try {
    return ofId(findByName(text, listed, kind).id);
  } catch (error) {
    if (!(error instanceof ToolError) || !looksLikeId(text)) throw error;
    return seenFilter({ text, argument, idOf, nameOf, refusal: error });
  }
}

function equalsId(id: string, idOf: (read: ReadBooking) => string | null | undefined) {
  return (read: ReadBooking) => {
    const own = idOf(read);
    return own ? own === id : 'unknown';
  };
}

interface SeenFilterOptions {
  text: string;
  argument: string;
  idOf: (read: ReadBooking) => string | null | undefined;
  nameOf: (read: ReadBooking) => string | null | undefined;
  /** The refusal of a text that the platform's list does not have; undefined if there is no such list. */
  refusal: ToolError | undefined;
}

/** Matches by id or words of the name, and refuses a text that fits nothing that bookings name, or several. */
function seenFilter({ text, argument, idOf, nameOf, refusal }: SeenFilterOptions): BookingFilter {
  const matchesWords = createMatcher(text);
  const matches = (id: string | null | undefined, name: string | null | undefined) =>
    id === text || (!!name && matchesWords([name]));
  const seen = new Map<string, string>();
  const matched = new Map<string, string>();
  const described = (records: Map<string, string>) =>
    joined(
      [...records]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, MAX_NAMED)
        .map(([id, name]) => say`${quoted(name)} (${id})`),
      ', ',
    );
  return {
    verdict(read) {
      const [id, name] = [idOf(read), nameOf(read)];
      return id || name ? matches(id, name) : 'unknown';
    },
    params: { [argument]: text },
    check: {
      argument,
      visit(read) {
        const [id, name] = [idOf(read), nameOf(read)];
        const key = id || name;
        if (!key) return;
        if (seen.size < MAX_SEEN) seen.set(key, name || key);
        if (matched.size < MAX_SEEN && matches(id, name)) matched.set(key, name || key);
      },
      assertKnown() {
        if (matched.size === 1 || seen.size === 0) return;
        if (matched.size === 0 && refusal) throw refusal;
        const problem = matched.size === 0 ? 'no booking has it' : 'it is not unique';
        const known = described(matched.size === 0 ? seen : matched);
        throw new ToolError(say`${argument}: ${quoted(text)}: ${trusted(problem)}. Give the id of one of ${known}.`);
      },
      meant() {
        const [id] = matched.keys();
        return id === undefined ? undefined : { [argument]: id };
      },
    },
  };
}

/**
 * Matches the bookings of a contact: by their contact id, otherwise by the contact's telephone number or e-mail address, as
 * far as the caller may read contacts. A contact that was deleted may still have bookings.
 */
export async function contactFilter(id: string, context: ToolContext): Promise<BookingFilter> {
  const { person, refusal } = await contactById(id, context);
  const matches = createActivityFilters(person, await createPersonMatcher(context)).booking;
  const { phone, email } = await detailParameters(person, context);
  let isSeen = false;
  let hasBookings = false;
  return {
    verdict: ({ fields }) => matches(fields),
    params: {
      contact_id: id,
      ...(phone === undefined ? {} : { contact_phone: phone }),
      ...(email === undefined ? {} : { contact_email: email }),
    },
    check: {
      argument: 'contact_id',
      visit({ fields }) {
        hasBookings = true;
        isSeen ||= fields.contact_id === id;
      },
      assertKnown() {
        if (refusal && hasBookings && !isSeen) throw refusal;
      },
    },
  };
}
