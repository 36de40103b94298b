import { CommandError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { pluralize } from '../../lib/text/text.ts';
import { localTime } from '../../lib/time/local-time.ts';
import type { ErasurePlan } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { isAgreed, needsYes } from '../prompts/agree.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { findCustomer } from './find-customer.ts';

/** Records that a line names. More than a customer has: the operator chooses among them. */
const MAX_LISTED = 1_000;
/** Before an erasure. */
const INCLUDE = 'To erase one with the customer, stop here and repeat the command with --include ID.';
/** After it an erased contact gets no bookings. */
const GIVE = 'To erase one too, give it to a new contact (contact.id of PUT /v1/bookings/{id}) and erase that one.';

/** `contacts erase`: personal data of one customer are lost for good, so it asks first. */
export const eraseContact: CommandRun = async (run) => {
  const { options, print } = run;
  await withPlatform(run, async (platform) => {
    const { ErasureError } = await import('../../platform/index.ts');
    const contact = await findCustomer(platform, run, requiredArgument(run));
    const refused = (error: unknown) => {
      throw error instanceof ErasureError ? new CommandError(error.message) : error;
    };
    const include = [...new Set(options.include ?? [])];
    const plan = await platform.erasure.plan(contact.id, include).catch(refused);
    const { bookings, calls, next, ofOthers, callsOfOthers, possible } = plan;
    if (next) {
      const { timeZone } = await platform.profile();
      throw new CommandError(
        `${include.length === 0 ? 'The customer has' : 'The customer, or what --include names, has'} a booking that has not ended: ${next.id} on ${localTime(next.start, timeZone)}. Nothing was changed. Cancel it, and later ones, or wait for their end; then repeat the command.`,
      );
    }
    const others = { bookings_of_others: ofOthers, calls_of_others: callsOfOthers, possible };
    if (options.json && !options.yes) {
      printJson(run, {
        contact_id: contact.id,
        applied: false,
        planned: { bookings, calls },
        included: include,
        ...others,
      });
      throw needsYes('erase the customer');
    }
    const records = `${pluralize(bookings, 'booking')} and ${pluralize(calls, 'call')}`;
    const question = String(
      say`Erase ${quoted(contact.name)} (${contact.id})${trusted(withIncluded(include))}? ${trusted(include.length === 0 ? 'The contact' : 'All of these')}, and what ${trusted(records)} tell about the customer, with all that was said, are lost for good.`,
    );
    const stay = [bookingsThatStay(ofOthers), callsThatStay(callsOfOthers), ...recordsToCheck(possible)].filter(
      Boolean,
    );
    const advice = stay.length === 0 ? [] : [INCLUDE];
    if (!(await isAgreed(run, [question, ...stay, ...advice].join(' ')))) return;
    const erased = await platform.erasure.erase(contact.id, include).catch(refused);
    if (options.json)
      return printJson(run, { contact_id: contact.id, applied: true, erased, included: include, ...others });
    print(
      `${contact.id}${withIncluded(include)} is erased, with the customer's data in ${pluralize(erased.bookings, 'booking')}, ${pluralize(erased.calls, 'call')}, ${pluralize(erased.reports, 'stored report')} and ${pluralize(erased.events, 'event')}.`,
    );
    for (const sentence of stay) print(sentence);
    print('Recordings at the vendor, backups, exports and what was sent to others stay: docs/privacy.md.');
  });
};

const withIncluded = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` with ${ids.join(', ')}`);

/** Says which bookings name the customer and belong to others. They are theirs: only the operator can know what is right. */
function bookingsThatStay(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const bookings =
    ids.length === 1 ? '1 booking of another customer has' : `${ids.length} bookings of other customers have`;
  return `${bookings} this name with this number or e-mail address, and nothing in them is erased: ${listed(ids)}. ${GIVE}`;
}

/** Says in which calls other customers changed a booking of this one. What was said there is theirs, too. */
function callsThatStay(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const calls = ids.length === 1 ? '1 call with another customer' : `${ids.length} calls with other customers`;
  return `A booking of this customer was changed in ${calls}, and what was said stays: ${listed(ids)}. To erase one of them too: ${commandLine('calls erase ID')}.`;
}

/** Says which records may be the customer's. They may also be those of another person: only the operator can know. */
function recordsToCheck({ contacts, bookings, calls }: ErasurePlan['possible']): string[] {
  const had = 'no number or e-mail address, or with one that the customer has or had';
  const check = (ids: readonly string[], one: string, many: string, erase: string) =>
    ids.length === 0
      ? []
      : [
          `${ids.length === 1 ? `1 ${one}` : `${ids.length} ${many}`}. That may be the customer, and nothing in it is erased: ${listed(ids)}. ${erase}`,
        ];
  return [
    ...check(
      contacts,
      `other contact has this name with ${had}`,
      `other contacts have this name with ${had}`,
      `Look at each; if it is the customer: ${commandLine('contacts erase ID')}.`,
    ),
    ...check(
      bookings,
      `booking of another customer has this name with ${had}`,
      `bookings of other customers have this name with ${had}`,
      GIVE,
    ),
    ...check(
      calls,
      'call of no customer came from a number that this one shares or had before',
      'calls of no customer came from numbers that this one shares or had before',
      `Read each; if it was the customer: ${commandLine('calls erase ID')}.`,
    ),
  ];
}

const listed = (ids: readonly string[]): string =>
  ids.slice(0, MAX_LISTED).join(', ') + (ids.length > MAX_LISTED ? ' and more (--json)' : '');
