import { numberText } from '../../lib/moments.ts';
import { momentText } from '../../lib/time.ts';
import { type ErasurePlan, eraseContact, planErasure } from '../requests/admin.ts';
import { isManager } from '../requests/session.ts';
import type { Desk } from './context.ts';
import { inQuotes } from './in-quotes.ts';
import { kindText, PossibleRecords } from './possible-records.tsx';
import { type ContactItem, recordsText } from './records.ts';

/** Records that a text names: more than a customer has. A user opens each by its id. */
const MAX_LISTED = 1_000;
/** Ticked records that a notice names. */
const MAX_NAMED = 10;

/** Whether the user may erase personal data. */
export const mayErase = ({ session, team }: Pick<Desk, 'session' | 'team'>): boolean =>
  isManager(team) && !session.read_only;

/**
 * Asks, and erases the personal data of a customer. Returns what was done; undefined if the user said no.
 * @param zone IANA time zone of the business.
 * @throws Error if nothing can be erased yet: its message is a sentence for the user.
 */
export async function askAndErase(
  { id, name }: ContactItem,
  { team, ask }: Pick<Desk, 'team' | 'ask'>,
  zone: string,
): Promise<string | undefined> {
  const who = name ? inQuotes(name) : 'this contact';
  const plan = await planErasure(team.id, id);
  if (plan.next) {
    const at = momentText(new Date(plan.next.start_time), zone);
    throw new Error(
      `Nothing was erased: the customer has an appointment that has not ended, on ${at}. Cancel it, and later ones, or wait for their end. Then erase again.`,
    );
  }
  let include: readonly string[] = [];
  const boxes = plan.records.length > 0 && (
    <PossibleRecords
      records={plan.records}
      zone={zone}
      purpose="erase"
      onChoose={(ids) => {
        include = ids;
      }}
    />
  );
  if (!(await ask(questionAbout(who, plan), 'Yes, erase for good', boxes || undefined))) return undefined;
  const { bookings, calls } = await eraseContact(team.id, id, [...include]);
  const erased = `The customer was erased, with personal data in ${recordsText({ bookings, calls })}.`;
  const left = withoutIncluded(plan, include);
  return `${erased}${alsoErased(plan, include, zone)} Recordings at the telephone service, backups, exports and what was sent to others stay: delete them there.${bookingsThatStay(left)}${callsThatStay(left)}${recordsToCheck(left)}`;
}

function questionAbout(who: string, plan: ErasurePlan): string {
  const question = `Erase ${who}? Name, number, address and notes of the contact, and what ${recordsText(plan)} tell about the customer, with all that was said, are lost for good.`;
  if (plan.records.length === 0) return question;
  const { possible } = plan;
  const named = [plan.bookings_of_others, plan.calls_of_others, ...Object.values(possible)].flat();
  const more = new Set(named).size - plan.records.length;
  const unlisted =
    more > 0 ? ` ${numberText(more)} more are not listed, and stay: the command “contacts erase” names them.` : '';
  return `${question}\n\nThese records may be the customer’s too. Tick those that are: they are erased with the customer. The others stay as before.${unlisted}`;
}

/** Says which records a user has ticked, without what was erased in them. */
function alsoErased({ records }: ErasurePlan, include: readonly string[], zone: string): string {
  const names = records.filter(({ id }) => include.includes(id)).map((record) => kindText(record, zone));
  if (names.length === 0) return '';
  const more = names.length > MAX_NAMED ? `; and ${numberText(names.length - MAX_NAMED)} more` : '';
  return ` Erased with the customer, as you ticked: ${names.slice(0, MAX_NAMED).join('; ')}${more}.`;
}

function withoutIncluded(plan: ErasurePlan, include: readonly string[]): ErasurePlan {
  const left = (ids: string[]) => ids.filter((id) => !include.includes(id));
  const { bookings_of_others, calls_of_others, possible } = plan;
  const { contacts, bookings, calls } = possible;
  return {
    ...plan,
    bookings_of_others: left(bookings_of_others),
    calls_of_others: left(calls_of_others),
    possible: { contacts: left(contacts), bookings: left(bookings), calls: left(calls) },
  };
}

function bookingsThatStay({ bookings_of_others: { length: others } }: ErasurePlan): string {
  if (others === 0) return '';
  const have = others === 1 ? '1 appointment of another contact has' : `${others} appointments of other contacts have`;
  return ` ${have} this name too, with this number or address, and ${others === 1 ? 'stays' : 'stay'} as before.`;
}

/** What was said in these calls belongs to the customers who called, too: a user decides. */
function callsThatStay({ calls_of_others: ids }: ErasurePlan): string {
  if (ids.length === 0) return '';
  const calls = ids.length === 1 ? 'a call with another contact' : `${ids.length} calls with other contacts`;
  return ` An appointment of this customer was changed in ${calls}, and what was said stays: ${listed(ids)}. To erase such a call too, open it, and erase it alone.`;
}

/** These records may be the customer's, or those of another person: a user decides. */
function recordsToCheck({ possible: { contacts, bookings, calls } }: ErasurePlan): string {
  const kinds = [
    ['Contacts with this name and no number or address, or the same one', contacts],
    ['Appointments of others with this name and no number or address, or a former number', bookings],
    ['Calls of no contact from a shared or former number', calls],
  ] as const;
  const found = kinds.filter(([, ids]) => ids.length > 0);
  if (found.length === 0) return '';
  const counted = found.map(([what, ids]) => `${what}: ${ids.length} (${listed(ids)}).`).join(' ');
  return ` These may be the customer too, and stay as before. ${counted} Open each; if it is the customer, erase it there.`;
}

const listed = (ids: readonly string[]): string =>
  ids.slice(0, MAX_LISTED).join(', ') + (ids.length > MAX_LISTED ? ' and more' : '');
