import * as z from 'zod';
import { addDays } from '../../lib/time/add-days.ts';
import { datesFrom } from '../../lib/time/dates-of.ts';
import type { OpeningHours } from '../../lib/time/opening-hours.ts';
import { calendarDay } from '../../lib/time/working-hours.ts';
import { defineTool } from '../core/define.ts';
import { hasClosedForToday, knownHours, periodsOf, sayClosed } from './business/closed-days.ts';
import { sayHours, sayHoursAlone } from './business/day-hours.ts';
import * as field from './core/fields.ts';
import { type Office, openOffice } from './core/office.ts';
import { readClockAlone } from './said/clock/said-clock.ts';
import { withoutCorrections } from './said/corrections.ts';
import { type AskedDays, askedChoice, askedDays, type NotUnderstood } from './said/days/asked-days.ts';
import { weekdayFrom } from './said/days/day-ranges.ts';
import { holidayDays } from './said/days/open-ranges.ts';
import { sayUsualHours, usualWeekdays } from './said/days/usual-weekdays.ts';
import { normalizeSaid } from './said/normalize-said.ts';
import { splitList } from './said/said-choice.ts';
import { spokenSentences } from './speech/speech.ts';

const WEEK_DAYS = 7;
/** What is said around the day of a question such as `are you open on Saturday`, in all languages, normalized. */
const NOW_WORDS =
  'now|right|at the moment|still|currently|jetzt|gerade|noch|maintenant|en ce moment|encore|ahora|mismo|todavia|adesso|ancora|agora|ainda';
const QUESTION_WORDS = [
  NOW_WORDS,
  'are|is|you|it|do|does|open|close|when|what|time|until|how|late|long|haben|habt|ihr|sie|wann|bis|wie|lange|offen|geoffnet|machen|auf|zu',
  'vous|etes|est|ce|que|ouverts?|quand|jusqua|a|quelle|heure|ouvrez|fermez|estan|abiertos?|abren|cierran|hora|hasta|cuando',
  'siete|e|aperti|aperto|che|ora|fino|aprite|chiudete|quando|voces|estao|abertos?|abrem|fecham|ate|horas',
  '(?:for|at|over|during) lunch(?:time)?|normally|usually|your|the|opening|regular|normal|hours|times|(?:every|each|any) day|daily',
  'ab|mittags|uber mittag|normalerweise|ublicherweise|eure|ihre|die|offnungszeiten|jeden tag|taglich|a midi|dhabitude|normalement|vos|les|horaires|tous les jours',
  'al mediodia|normalmente|sus?|el|los|horarios?|todos los dias|a pranzo|di solito|i|gli|vostri|orari|ogni giorno|tutti i giorni|no almoco|o|os|seus?|todos os dias',
].join('|');
const AHEAD = new RegExp(`^(?:(?:${QUESTION_WORDS})(?: |$))+`);
const BEHIND = new RegExp(`(?: (?:${QUESTION_WORDS}))+$`);
const NOW = new RegExp(`\\b(?:${NOW_WORDS})\\b`);
/** So many days are said one by one. */
const MAX_SINGLE_DAYS = 3;

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

async function answer(given: string | undefined, hours: OpeningHours, office: Office): Promise<string | NotUnderstood> {
  if (given === undefined) return inNextDays(hours, office);
  const text = withoutCorrections(given, office);
  const whole = await ofText(text, hours, office);
  const said = normalizeSaid(text).trim();
  const day = said.replace(AHEAD, '').replace(BEHIND, '');
  // A day that is read, and a question for which one is meant, are answers.
  if (typeof whole === 'string' || whole.reason !== undefined || whole.isPast) return whole;
  // "A" in front is one of the words around.
  const isTime = [day, `a ${day}`].some((one) => readClockAlone(one, office.speech.language)?.relation === 'at');
  if (isTime) return openNow(hours, office);
  if (day === '') return NOW.test(said) ? openNow(hours, office) : inNextDays(hours, office);
  const ofDay = day === said ? whole : await ofText(day, hours, office);
  const { first, last } = holidayDays(day, office.today) ?? {};
  const isRead = typeof ofDay === 'string' || ofDay.reason !== undefined || ofDay.isPast;
  return isRead || first === undefined ? ofDay : ofText(`${first}/${last}`, hours, office);
}

async function ofText(text: string, hours: OpeningHours, office: Office): Promise<string | NotUnderstood> {
  const weekdays = usualWeekdays(text, office);
  if (weekdays) return usual(weekdays, hours, office);
  const choice = await askedChoice(text, office);
  const asked = 'spoken' in choice ? ((await askedList(text, office)) ?? choice) : choice;
  if ('spoken' in asked)
    return asked.isPast ? { ...asked, spoken: spokenSentences(asked.spoken, await openNow(hours, office)) } : asked;
  const said: string[] = [];
  for (const days of asked) said.push(await ofDays(days, hours, office));
  return spokenSentences(...new Set(said));
}

/** Says the hours of today; after closing, those of tomorrow. */
async function openNow(hours: OpeningHours, office: Office): Promise<string> {
  const { today, speech } = office;
  if (!(await hasClosedForToday(office))) return oneDay(today, hours, office);
  return spokenSentences(speech.phrases.closedForToday, await oneDay(addDays(today, 1), hours, office));
}

/** Says the usual hours of weekdays. Of one without such hours, the next one is said. */
async function usual(weekdays: readonly number[], hours: OpeningHours, office: Office): Promise<string> {
  const said: string[] = [];
  for (const day of weekdays)
    said.push(
      (await sayUsualHours(day, hours, office)) ?? (await oneDay(weekdayFrom(office.today, day), hours, office)),
    );
  return spokenSentences(...said);
}

async function ofDays({ start, count }: AskedDays, hours: OpeningHours, office: Office): Promise<string> {
  const { date } = office.local(start);
  if (count === 1) return oneDay(date, hours, office);
  if (count > WEEK_DAYS) return office.speech.phrases.askDayOrWeek;
  const open = count > MAX_SINGLE_DAYS ? await week(date, hours, office, { count }) : undefined;
  if (open !== undefined) return open;
  const days = datesFrom(date, count).map((one) => oneDay(one, hours, office));
  return spokenSentences(...(await Promise.all(days)));
}

/** Reads days ahead of which each is asked for: `Monday and Tuesday`. */
async function askedList(text: string, office: Office): Promise<AskedDays[] | undefined> {
  const pieces = splitList(text, office) ?? [];
  const asked: AskedDays[] = [];
  for (const piece of pieces.slice(0, WEEK_DAYS)) {
    const days = await askedDays(piece, office);
    // A number alone can be a time.
    if ('spoken' in days || days.end <= office.now || /^\d{1,2}$/.test(piece)) return undefined;
    asked.push(days);
  }
  return asked.length > 0 ? asked.sort((a, b) => a.start - b.start) : undefined;
}

/** Says the seven days from now on. */
async function inNextDays(hours: OpeningHours, office: Office): Promise<string> {
  const first = await firstAhead(hours, office);
  return (await week(first, hours, office, { isNow: true })) ?? office.speech.phrases.closedInWeek(undefined);
}

/** Today, or tomorrow if the business was open today and has closed: hours that are over are not those of the coming week. */
async function firstAhead(hours: OpeningHours, office: Office): Promise<string> {
  const { today, now, local } = office;
  const last = (await periodsOf(today, hours, office)).at(-1);
  const isOver = last !== undefined && last.to <= local(now).minute;
  return isOver ? addDays(today, 1) : today;
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

/** Says the days from a date on, at most seven. Undefined if the business is closed on all of fewer days. */
async function week(
  first: string,
  hours: OpeningHours,
  office: Office,
  { isNow = false, count = WEEK_DAYS }: { isNow?: boolean; count?: number },
): Promise<string | undefined> {
  const { phrases, weekday, day: dayOf } = office.speech;
  const isWeek = count === WEEK_DAYS;
  const from = isWeek && (isNow || first === office.today) ? undefined : dayOf(first, office.today);
  const groups: Group[] = [];
  for (let index = 0; index < count; index++) {
    const date = addDays(first, index);
    const periods = await sayHours(date, hours, office);
    const name = weekday(calendarDay(date).dayOfWeek);
    const last = groups.at(-1);
    if (last && JSON.stringify(last.periods) === JSON.stringify(periods)) last.weekdays.push(name);
    else groups.push({ periods, weekdays: [name] });
  }
  if (isWeek) joinEnds(groups);
  const named = groups.map(({ periods, weekdays }) => ({
    days: phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? ''),
    periods,
  }));
  const open = named.filter(({ periods }) => periods.length > 0);
  if (open.length === 0) return isWeek ? phrases.closedInWeek(from) : undefined;
  const closed = groups
    .filter(({ periods }) => periods.length === 0)
    .flatMap(({ weekdays }) =>
      weekdays.length > 2
        ? [phrases.weekdays(weekdays[0] ?? '', weekdays.at(-1) ?? '')]
        : weekdays.map((day) => phrases.weekdays(day, day)),
    );
  return phrases.openInWeek(from, open, closed);
}
