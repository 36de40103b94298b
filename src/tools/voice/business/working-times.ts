import { addDays } from '../../../lib/time/add-days.ts';
import { mergeIntervals } from '../../../lib/time/merge-intervals.ts';
import type { OpenPeriod } from '../../../lib/time/opening-hours.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import type { Named } from '../../search/named.ts';
import type { Office } from '../core/office.ts';
import { spokenSentences } from '../speech/speech.ts';
import { knownHours, periodsOf, workingHoursOn } from './closed-days.ts';
import { sayHoursAlone } from './day-hours.ts';
import { readPeople } from './people.ts';

/** The appointment that is wanted at a time. */
export interface WantedService {
  name: string;
  minutes: number | undefined;
  /** Ids of those who perform it; undefined if that is anyone, or unknown. */
  staffIds: readonly string[] | undefined;
  /** The person who is asked for. */
  person?: Named | undefined;
}

/**
 * Says the hours of a day on which a time is outside of them, such as in a break: those of the business, or of the person who is
 * asked for or does it alone. Undefined if the time is within them or past, so that another reason counts, or if they are not known.
 * @param start epoch milliseconds.
 */
export async function sayHoursAround(
  start: number,
  wanted: WantedService,
  office: Office,
): Promise<string | undefined> {
  const { speech, local, today } = office;
  const { phrases } = speech;
  if (start <= office.now) return undefined;
  const { date, minute } = local(start);
  const { minutes = 1, name } = wanted;
  const fitting = (periods: Hours) => fitOf(minute, minutes, periods);
  const saying = (hours: string, why: 'outside' | 'too_long') =>
    spokenSentences(
      hours,
      why === 'too_long' ? phrases.service({ name, length: speech.length(minutes), price: undefined }) : undefined,
    );

  const hours = knownHours(office);
  const open = hours && (await withNextDay(date, (day) => periodsOf(day, hours, office)));
  const why = open?.day.length ? fitting(open) : undefined;
  const isOutside = why === 'outside' || why === 'too_long';
  const person = wanted.person ?? (isOutside ? undefined : await onlyPerson(date, wanted, office));
  const ofPerformers = await workOfPerformers(date, wanted, office);
  const others = ofPerformers && fitting(ofPerformers);
  const work = person && (await withNextDay(date, (day) => workingHoursOn(day, [person.id], office)));
  if (person && work) {
    const ofPerson = fitting(work);
    if (ofPerson === 'within') return undefined;
    const { time } = speech;
    const periods = work.day.map(({ from, to }) => phrases.fromTo(time(from), time(to)));
    // The hours of the business have those of others after closing, by appointment.
    const isOwn = JSON.stringify(work.day) !== JSON.stringify(open?.day) || (others ?? 'outside') !== 'outside';
    if (isOwn) return saying(phrases.worksOn(person.name, speech.day(date, today), periods), ofPerson);
  }
  // Some people may work outside the opening hours.
  if (!hours || why === 'within' || (!wanted.person && others === 'within')) return undefined;
  const periods = await sayHoursAlone(date, hours, office);
  if (periods.length === 0) return undefined;
  const isTooLong = why === 'too_long' || (!wanted.person && others === 'too_long');
  return saying(phrases.openOn(speech.day(date, today), periods), isTooLong ? 'too_long' : 'outside');
}

/** Periods of a date, and of the date after it, in which a night goes on. */
interface Hours {
  day: readonly OpenPeriod[];
  next: readonly OpenPeriod[];
}

async function withNextDay(
  date: string,
  periodsOn: (date: string) => Promise<readonly OpenPeriod[] | undefined>,
): Promise<Hours | undefined> {
  const [day, next] = await Promise.all([periodsOn(date), periodsOn(addDays(date, 1))]);
  return day && next && { day, next };
}

/** Tells if an appointment is within hours; if not, whether it begins outside of them or is too long. */
function fitOf(minute: number, minutes: number, { day, next }: Hours): 'within' | 'outside' | 'too_long' {
  const periods = mergeIntervals([
    ...day.map(({ from, to }) => ({ start: from, end: to })),
    ...next.map(({ from, to }) => ({ start: from + DAY_MINUTES, end: to + DAY_MINUTES })),
  ]);
  const period = periods.find(({ start, end }) => start <= minute && minute < end);
  if (!period) return 'outside';
  return minute + minutes <= period.end ? 'within' : 'too_long';
}

/** Says that a person who is asked for does not work on a day; undefined if the person does, if the day is over, or if it is not known. */
export async function sayDayOff(date: string, { id, name }: Named, office: Office): Promise<string | undefined> {
  const { speech, today } = office;
  const work = date < today ? undefined : await workingHoursOn(date, [id], office);
  return work?.length === 0 ? speech.phrases.worksOn(name, speech.day(date, today), []) : undefined;
}

/** The one person who does it at all; undefined if there are several. */
export async function onlyPerformer(
  service: Pick<WantedService, 'staffIds'>,
  office: Office,
): Promise<Named | undefined> {
  const [first, ...others] = await performersOf(service, office);
  return others.length === 0 ? first : undefined;
}

const performersOf = async ({ staffIds }: Pick<WantedService, 'staffIds'>, office: Office): Promise<Named[]> =>
  (await readPeople(office)).filter(({ id, active }) => active && (staffIds?.includes(id) ?? true));

/** The person who does it on a date, if it is one, or who does it at all. */
async function onlyPerson(date: string, wanted: WantedService, office: Office): Promise<Named | undefined> {
  const people = await performersOf(wanted, office);
  if (people.length === 1) return people[0];
  const work = await Promise.all(people.map(({ id }) => workingHoursOn(date, [id], office)));
  const working = people.filter((_, index) => work[index]?.length !== 0);
  return working.length === 1 ? working[0] : undefined;
}

/** The hours of those who perform a service together, if they are known. */
async function workOfPerformers(date: string, { staffIds }: WantedService, office: Office): Promise<Hours | undefined> {
  const people = office.business?.fields.staff?.filter(({ active }) => active !== false) ?? [];
  const ids = people.map(({ id }) => id).filter((id) => staffIds?.includes(id) ?? true);
  return ids.length === 0 ? undefined : withNextDay(date, (day) => workingHoursOn(day, ids, office));
}
