import * as z from 'zod';
import {
  type OpeningHours,
  OpeningHoursError,
  type OpenPeriod,
  parseOpeningHours,
  periodsOn,
} from '../../lib/time/opening-hours.ts';
import { defineTool } from '../core/define.ts';
import * as field from './fields.ts';
import { type Office, openOffice } from './office.ts';
import { spokenSentences } from './speech.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_DAYS = 7;

export const getOpeningHours = defineTool({
  name: 'get_opening_hours',
  title: 'Opening hours',
  description: `Opening hours of this week or of a date. ${field.SAY_IT}`,
  toolset: 'account',
  effect: 'read',
  scope: null,
  spoken: true,
  input: () => z.strictObject({ date: field.date() }),
  output: field.spokenOutput,
  async run(input, context) {
    const office = await openOffice(context);
    const { phrases } = office.speech;
    const hours = knownHours(office);
    if (!hours) return { spoken: phrases.hoursUnknown };
    return {
      spoken: spokenSentences(input.date === undefined ? week(hours, office) : oneDay(input.date, hours, office)),
    };
  },
});

/** Opening hours of the operator's option, or of the platform; never assumed. */
function knownHours({ context, business }: Office): OpeningHours | undefined {
  const { openingHours, isOpeningHoursConfigured } = context.settings;
  const stated = business?.fields.opening_hours?.join('; ');
  const text = isOpeningHoursConfigured ? openingHours : (stated ?? openingHours);
  return text === undefined ? undefined : parsed(text);
}

function parsed(text: string): OpeningHours | undefined {
  try {
    return parseOpeningHours(text);
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    return undefined;
  }
}

/** Returns the periods of a date, with closures and special hours. */
function periodsOf(date: string, hours: OpeningHours, { business }: Office): readonly OpenPeriod[] {
  const covers = ({ from, to }: { from: string; to: string }) => from <= date && date <= to;
  if (business?.fields.closures?.some(covers)) return [];
  // Those of some people are no opening hours of the business; the last one applies.
  const special = business?.fields.special_hours?.findLast((one) => one.staff.length === 0 && covers(one));
  const changed = special && parsed(`daily ${special.hours}`);
  return changed ? (changed.weekly[0] ?? []) : periodsOn(hours, calendarDay(date));
}

function calendarDay(date: string) {
  const at = new Date(`${date}T00:00:00Z`);
  const daysInMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return { dayOfWeek: at.getUTCDay() || 7, day: at.getUTCDate(), daysInMonth };
}

const sayPeriods = (periods: readonly OpenPeriod[], { speech }: Office) =>
  periods.map(({ from, to }) => speech.phrases.fromTo(speech.time(from), speech.time(to)));

function oneDay(text: string, hours: OpeningHours, office: Office): string {
  const { speech, today, local, dayOf } = office;
  const { date } = local(dayOf(text).start);
  const periods = periodsOf(date, hours, office);
  const day = speech.day(date, today);
  return periods.length > 0 ? speech.phrases.openOn(day, sayPeriods(periods, office)) : speech.phrases.closedOn(day);
}

/** Days in a row with the same hours. */
interface Group {
  periods: readonly OpenPeriod[];
  weekdays: string[];
}

function week(hours: OpeningHours, office: Office): string {
  const { phrases, weekday } = office.speech;
  const first = Date.parse(office.today);
  const groups: Group[] = [];
  for (let index = 0; index < WEEK_DAYS; index++) {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    const periods = periodsOf(date, hours, office);
    const name = weekday(calendarDay(date).dayOfWeek);
    const last = groups.at(-1);
    if (last && JSON.stringify(last.periods) === JSON.stringify(periods)) last.weekdays.push(name);
    else groups.push({ periods, weekdays: [name] });
  }
  const named = groups.map(({ periods, weekdays }) => ({
    days: phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? ''),
    periods: sayPeriods(periods, office),
  }));
  const open = named.filter(({ periods }) => periods.length > 0);
  if (open.length === 0) return phrases.closedThisWeek;
  const closed = groups
    .filter(({ periods }) => periods.length === 0)
    .flatMap(({ weekdays }) =>
      weekdays.length > 2
        ? [phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? '')]
        : weekdays.map((day) => phrases.weekdays(day, day)),
    );
  return phrases.openThisWeek(open, closed);
}
