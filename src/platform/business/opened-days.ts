import { joinNames } from '../../lib/text/join-names.ts';
import { pluralize } from '../../lib/text/text.ts';
import { datesOf } from '../../lib/time/dates-of.ts';
import type { OpeningHours } from '../../lib/time/opening-hours.ts';
import { WEEKDAYS } from '../../lib/time/weekdays.ts';
import { calendarDay, hoursOn, readOpeningHours, type WorkingPerson } from '../../lib/time/working-hours.ts';
import type { BusinessDefinition } from './definition.ts';
import type { StoredSpecialHours } from './stored.ts';

/** Days that are looked at: a longer entry has every day of a year. */
const MAX_DAYS = 366;

type Settings = Pick<BusinessDefinition, 'opening_hours' | 'closures' | 'special_hours' | 'staff'>;

/**
 * Returns the remark of a plan on special hours of several days, of which some are closed otherwise: an owner who gives a
 * season other hours seldom means its Sundays. Empty if there are none, or all of them are: then opening them is the purpose.
 * @param business with the entry
 */
export function openedDays(entry: StoredSpecialHours, business: Settings, nameOf: (id: string) => string): string {
  if (entry.from === entry.to) return '';
  const people = business.staff.filter(({ id }) => entry.staff.includes(id));
  const compared =
    people.length > 0
      ? people.map(({ id, opening_hours: own }) => ({
          person: { id, hasOwnHours: Boolean(own) },
          weekly: read(own ?? business.opening_hours),
        }))
      : [{ person: undefined, weekly: read(business.opening_hours) }];
  const isIn = ({ from, to }: { from: string; to: string }) => from <= entry.to && entry.from <= to;
  const closures = business.closures.filter(isIn);
  const all = { closures, special_hours: business.special_hours.filter(isIn) };
  const others = { closures, special_hours: all.special_hours.filter((one) => one !== entry) };
  const dates = datesOf(entry, MAX_DAYS);
  const opened = dates.filter((date) => compared.some((one) => isOpen(date, all, one) && !isOpen(date, others, one)));
  const isMixed = dates.some((date) => compared.some((one) => isOpen(date, others, one)));
  if (opened.length === 0 || !isMixed) return '';
  const closed =
    people.length > 0
      ? `${joinNames(people.map(({ id }) => nameOf(id)))} ${people.length === 1 ? 'does' : 'do'} not work otherwise`
      : 'the business is closed otherwise';
  return `. This also opens days on which ${closed}: ${weekdaysOf(opened, dates.length < MAX_DAYS)}`;
}

/** Whose hours are compared: those of a person, or of the business. */
interface Compared {
  person: WorkingPerson | undefined;
  /** Undefined: always open. */
  weekly: OpeningHours | undefined;
}

const read = (lines: readonly string[] | null | undefined) => (lines ? readOpeningHours(lines.join('; ')) : undefined);

function isOpen(date: string, exceptions: Parameters<typeof hoursOn>[1], { person, weekly }: Compared): boolean {
  const hours = hoursOn(date, exceptions, weekly, person);
  return hours === undefined || hours.length > 0;
}

/** `4 Saturdays, 4 Sundays`; without numbers where not all days were looked at. */
function weekdaysOf(dates: readonly string[], areAll: boolean): string {
  const days = dates.map((date) => calendarDay(date).dayOfWeek);
  return WEEKDAYS.flatMap((name, index) => {
    const count = days.filter((day) => day === index + 1).length;
    return count > 0 ? [areAll ? pluralize(count, name) : `${name}s`] : [];
  }).join(', ');
}
