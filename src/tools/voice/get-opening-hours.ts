import * as z from 'zod';
import { addDays } from '../../lib/time/add-days.ts';
import type { OpeningHours } from '../../lib/time/opening-hours.ts';
import { calendarDay } from '../../lib/time/working-hours.ts';
import { defineTool } from '../core/define.ts';
import { type AskedDays, askedChoice, type NotUnderstood } from './asked-days.ts';
import { knownHours, periodsOf, sayClosed } from './closed-days.ts';
import { sayHours, sayHoursAlone } from './day-hours.ts';
import * as field from './fields.ts';
import { type Office, openOffice } from './office.ts';
import { readSaidDays } from './said-days.ts';
import { spokenSentences } from './speech.ts';

const WEEK_DAYS = 7;
const SATURDAY = 6;

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
    const said = await answer(input.date, hours, office);
    return typeof said === 'string' ? { spoken: spokenSentences(said) } : said;
  },
});

async function answer(text: string | undefined, hours: OpeningHours, office: Office): Promise<string | NotUnderstood> {
  if (text === undefined) return week(await firstAhead(hours, office), hours, office, true);
  const asked = await askedChoice(text, office);
  if ('spoken' in asked) return asked;
  const said: string[] = [];
  for (const days of asked) said.push(await ofDays(text, days, hours, office));
  return spokenSentences(...new Set(said));
}

async function ofDays(text: string, { start, count }: AskedDays, hours: OpeningHours, office: Office): Promise<string> {
  const { date } = office.local(start);
  if (count === 1) return oneDay(await notOver(text, date, hours, office), hours, office);
  // A weekend has two days, of which each has its own hours.
  if (count === 2 && calendarDay(date).dayOfWeek === SATURDAY)
    return spokenSentences(await oneDay(date, hours, office), await oneDay(addDays(date, 1), hours, office));
  return count > WEEK_DAYS ? office.speech.phrases.askDayOrWeek : week(date, hours, office);
}

/** Today, or tomorrow if the business was open today and has closed: hours that are over are not those of the coming week. */
async function firstAhead(hours: OpeningHours, office: Office): Promise<string> {
  const { today, now, local } = office;
  const last = (await periodsOf(today, hours, office)).at(-1);
  const isOver = last !== undefined && last.to <= local(now).minute;
  return isOver ? addDays(today, 1) : today;
}

/** After closing, a weekday that is today means the one in a week. Who asks for today hears the hours of today. */
async function notOver(text: string, date: string, hours: OpeningHours, office: Office): Promise<string> {
  const { today } = office;
  if (date !== today) return date;
  const first = await firstAhead(hours, office);
  const inWeek = addDays(today, WEEK_DAYS);
  return first !== today && readSaidDays(text, { ...office, today: first }).first === inWeek ? inWeek : date;
}

async function oneDay(date: string, hours: OpeningHours, office: Office): Promise<string> {
  const { speech, today } = office;
  const periods = await sayHoursAlone(date, hours, office);
  const closed = periods.length > 0 ? undefined : await sayClosed(date, office);
  return closed ?? speech.phrases.openOn(speech.day(date, today), periods);
}

/** Days in a row with the same hours. */
interface Group {
  periods: readonly string[];
  weekdays: string[];
}

/** Joins the last days to the first ones if they have the same hours: "Monday to Friday" instead of Wednesday to Friday and Monday to Tuesday. */
function joinEnds(groups: Group[]): void {
  const [first, last] = [groups[0], groups.at(-1)];
  if (!first || !last || first === last || JSON.stringify(first.periods) !== JSON.stringify(last.periods)) return;
  first.weekdays.unshift(...last.weekdays);
  groups.pop();
}

/** Says the seven days from a date on: all weekdays, also if fewer are left of the week that is asked for. */
async function week(first: string, hours: OpeningHours, office: Office, isNow = false): Promise<string> {
  const { phrases, weekday, day: dayOf } = office.speech;
  const from = isNow || first === office.today ? undefined : dayOf(first, office.today);
  const groups: Group[] = [];
  for (let index = 0; index < WEEK_DAYS; index++) {
    const date = addDays(first, index);
    const periods = await sayHours(date, hours, office);
    const name = weekday(calendarDay(date).dayOfWeek);
    const last = groups.at(-1);
    if (last && JSON.stringify(last.periods) === JSON.stringify(periods)) last.weekdays.push(name);
    else groups.push({ periods, weekdays: [name] });
  }
  joinEnds(groups);
  const named = groups.map(({ periods, weekdays }) => ({
    days: phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? ''),
    periods,
  }));
  const open = named.filter(({ periods }) => periods.length > 0);
  if (open.length === 0) return phrases.closedInWeek(from);
  const closed = groups
    .filter(({ periods }) => periods.length === 0)
    .flatMap(({ weekdays }) =>
      weekdays.length > 2
        ? [phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? '')]
        : weekdays.map((day) => phrases.weekdays(day, day)),
    );
  return phrases.openInWeek(from, open, closed);
}
