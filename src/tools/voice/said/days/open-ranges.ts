import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay } from '../../../../lib/time/working-hours.ts';
import { BETWEEN_BOUNDS } from '../clock/clock-words.ts';
import { openEnded } from '../clock/open-ends.ts';
import { type DayRange, weekdayFrom } from './day-ranges.ts';
import { easter } from './easter.ts';
import { nextDate } from './next-date.ts';
import { NEXT_WEEK, withoutWeek } from './week-of-weekday.ts';

/** Words of all languages, normalized. */
const ARTICLE = '(?:(?:the|de[rnm]|die|l[aeo]s?|el|il|[ao]|dia) )*';
const WEEK = '(?:week|woche|semaine|semana|settimana)';
const [BEFORE, AFTER] = [
  '(?:before|vor|avant|antes d[aeo]l?|prima d(?:i|el))',
  '(?<after>after|nach|apres|despues del?|dopo|depois d[aeo]s?)',
];
const BEHIND_FROM = '(?: (?:on|onwards?|an|in poi|em diante|en adelante))?';
const BOUND = new RegExp(
  `^(?:${[
    `(?<before>${BEFORE})`,
    '(?<until>up to|until|till|by|bis(?: zum)?|jusquau?|dici(?: au?)?|hasta|de aqui (?:al?|hasta)|entro|fino al?|da qui al?|ate|daqui (?:ate|a))',
    AFTER,
    '(?:from|starting|ab|a partir d(?:el?|u|al?|a|o)|des|desde|dal?(?:la)?)',
  ].join('|')}) ${ARTICLE}(?<day>\\S.*?)${BEHIND_FROM}$`,
);
/** The days beside one may do as well: `around the 20th`. */
const NEAR = new RegExp(
  `^(?:(?:some ?time )?(?:around|about|close to)|(?:rund |so )?um|gegen|autour|vers|aux (?:alentours|environs)|alrededor|sobre|hacia|cerca|intorno al?|attorno al?|verso|por volta|em torno) (?:d[eou]l? )?${ARTICLE}(\\S.*)$`,
);
/** The two days before a weekend: `close to the weekend`, in all languages. */
const NEAR_WEEKEND = new RegExp(
  `^(?:close to|near(?: to)?|nearer|towards?|just before|right before|shortly before|kurz vor|nahe? (?:an|am|beim|zum)|nah am|richtung|gegen|cerca|hacia|justo antes|(?:plus )?proche|pres|vers|juste avant|(?:piu )?vicino|verso|poco prima|subito prima|perto|mais perto|por volta|proximo|logo antes) (?:(?:al?|d[aeiou]l?|del|ao) )?${ARTICLE}(\\S.*)$`,
);
const REST = new RegExp(
  `^(?:${ARTICLE}(?:rest|reste|resto) (?:of|de[rl]?|della|d[ao])(?: (?:the|this|la|cette|esta))? ${WEEK}|later this week)$`,
);
const WEEK_OF = new RegExp(`^(?:(?:in|en|na|nella) )?${ARTICLE}${WEEK} (?:of|vom|du|del?|do) ${ARTICLE}(.+)$`);
/** Between two bounds: `after Tuesday but before Friday`. */
const BUT = new RegExp(`,? (?:${BETWEEN_BOUNDS}),? `);
type Holiday = readonly [
  name: RegExp,
  edge: (year: number, isLast: boolean) => string,
  /** The day that has the name, if it is said of one day. */
  day: (year: number) => string,
];
/** Holidays in all languages, with their first or last day in a year. Without a bound, any of the days may be meant. */
const HOLIDAYS: readonly Holiday[] = [
  [
    /\b(?:christmas|weihnachten|noel|navidad|natale?)\b/,
    (year, isLast) => `${year}-12-2${isLast ? 6 : 4}`,
    (year) => `${year}-12-25`,
  ],
  [
    /\b(?:easter|ostern|paques|pascua|pasqua|pascoa)\b/,
    (year, isLast) => easter(year, isLast ? 1 : -2),
    (year) => easter(year, 0),
  ],
  [/\bpfingsten\b/, (year, isLast) => easter(year, isLast ? 50 : 49), (year) => easter(year, 49)],
];
/** In German, the names are those of several days. */
const OF_DAYS = /^(?:weihnachten|ostern|pfingsten)$/;
const ONE_WORD = /^\S+$/;
const holidayIn = (text: string) => HOLIDAYS.find(([name]) => name.test(text));
/** "Between Christmas and New Year", in all languages. */
const BETWEEN_YEARS =
  /^(?:between|zwischen|entre|tra|fra) .*\b(?:new years?|neujahr|nouvel an|jour de lan|ano n(?:uev|ov)o|capodanno)$/;
/** Of all languages. "The day after Thanksgiving" is one day. */
const DAY = /^(?:day|tag|dia|jour|giorno)$/;
/** `the week before Easter`, `the Friday after the 16th`. */
const AROUND = new RegExp(
  `^(?:(?:in|on|am|en|n[ao]|nella) )?${ARTICLE}(?:${WEEK}|(?<weekday>\\S+(?: feira)?)) (?:${BEFORE}|${AFTER}) ${ARTICLE}(?<around>\\S.*)$`,
);

/**
 * Returns the day before or after a holiday, `the day after Christmas`, or the two that it can be in German: beside its day, or beside
 * its days. None for another text.
 * @param text normalized
 */
export function besideHoliday(text: string, today: string): string[] {
  const { weekday = '', around = '', after } = AROUND.exec(text)?.groups ?? {};
  const [, edge, day] = DAY.test(weekday) && ONE_WORD.test(around) ? (holidayIn(around) ?? []) : [];
  if (!edge || !day) return [];
  const besideIn = (year: number) => {
    const beside = [day(year), ...(OF_DAYS.test(around) ? [edge(year, after !== undefined)] : [])];
    return [...new Set(beside.map((date) => addDays(date, after ? 1 : -1)))].sort();
  };
  const last = nextDate((year) => besideIn(year).at(-1) ?? '', today);
  return besideIn(Number(last.slice(0, 4))).filter((date) => date >= today);
}

/** True for words that mean days, of which a caller is asked for one: `at Easter`, `after the holidays`. @param text normalized */
export const isAroundHolidays = (text: string): boolean => BOUND.test(text) || holidayIn(text) !== undefined;

/** One word behind small words of all languages. */
const DURING =
  /^(?:(?:at|over|on|during|for|the|an|zu|uber|wahrend|a|au|en|em|n[ao]|pour|pendant|durante|l[ae]s?|los|il|per) )*\S+$/;
/** Returns the days of a holiday that is said without a bound: `at Christmas`. @param text normalized */
export function holidayDays(text: string, today: string): DayRange | undefined {
  const [, edge] = DURING.test(text) ? (holidayIn(text) ?? []) : [];
  if (!edge) return undefined;
  const last = nextDate((year) => edge(year, true), today);
  return { first: edge(Number(last.slice(0, 4)), false), last };
}

/** Of days without an end, so many are searched for free times. */
const DAYS_AHEAD = 20;

/**
 * Reads days between two bounds, `after Tuesday but before Friday`, or with one: `before Friday`, `from the 15th on`, `the rest of the
 * week`, and `the week of the 16th`. An end can be a holiday, and the week can be said before it: `next week after Tuesday`.
 * @param text normalized
 * @param dateOf returns the date of a text that is one day
 * @param daysOf returns the days of a week, or of a weekend
 */
export function openRange(
  text: string,
  today: string,
  dateOf: (text: string) => string | undefined,
  daysOf: (text: string) => DayRange | undefined,
): DayRange | undefined {
  const [one, other, ...more] = text.split(BUT).map((bound) => (BOUND.test(bound) ? bound : undefined));
  if (one && other && more.length === 0) {
    const [days, others] = [openRange(one, today, dateOf, daysOf), openRange(other, today, dateOf, daysOf)];
    return days && others && within(days, others);
  }
  const sundayOf = (date: string) => addDays(date, 7 - calendarDay(date).dayOfWeek);
  const nextWeek = withoutWeek(text);
  if (nextWeek?.week === NEXT_WEEK && text.endsWith(nextWeek.day) && BOUND.test(nextWeek.day)) {
    const days = openRange(nextWeek.day, today, (day) => dateOf(`${day} ${NEXT_WEEK}`), daysOf);
    const sunday = sundayOf(addDays(today, 7));
    return days && within(days, { first: addDays(sunday, -6), last: sunday });
  }
  const open = openEnded(text);
  if (open?.behind === '' && !BOUND.test(open.before))
    return openRange(`${open.relation} ${open.before}`, today, dateOf, daysOf);
  if (REST.test(text)) return { first: today, last: sundayOf(today) };
  // A number behind these words is a day.
  const read = (day: string) => dateOf(/^\d+$/.test(day) ? `the ${day}` : day);
  const [, ofWeek] = WEEK_OF.exec(text) ?? [];
  const inWeek = ofWeek && read(ofWeek);
  if (inWeek) return { first: addDays(sundayOf(inWeek), -6), last: sundayOf(inWeek) };
  if (text === 'zwischen den jahren' || (BETWEEN_YEARS.test(text) && holidayIn(text) === HOLIDAYS[0])) {
    const last = nextDate((year) => `${year}-12-31`, today);
    return { first: addDays(last, -5), last };
  }
  const edgeOf = (day: string, isLast: boolean) => {
    const holiday = ONE_WORD.test(day) ? holidayIn(day) : undefined;
    return holiday ? nextDate((year) => holiday[1](year, isLast), today) : read(day);
  };
  const { weekday, around, after: isBehind } = AROUND.exec(text)?.groups ?? {};
  if (around && weekday && DAY.test(weekday)) {
    const day = read(around);
    const beside = day && addDays(day, isBehind ? 1 : -1);
    return beside ? { first: beside, last: beside } : undefined;
  }
  const center = around && edgeOf(around, isBehind !== undefined);
  if (center) {
    // The Friday before Easter is Good Friday.
    const first = addDays(center, isBehind ? 1 : weekday && holidayIn(around) ? -6 : -7);
    if (!weekday) return { first, last: addDays(first, 6) };
    const named = dateOf(weekday);
    const day = named && weekdayFrom(first, calendarDay(named).dayOfWeek);
    return day ? { first: day, last: day } : undefined;
  }
  const [, beforeWeekend] = NEAR_WEEKEND.exec(text) ?? [];
  const weekend = beforeWeekend === undefined ? undefined : daysOf(beforeWeekend);
  if (weekend && weekend.last === addDays(weekend.first, 1)) {
    // On a weekend, it is before the next one.
    const days = weekend.first <= today ? 7 : 0;
    const [first, last] = [addDays(weekend.first, days - 2), addDays(weekend.first, days - 1)];
    return { first: first < today ? today : first, last };
  }
  const [, near] = NEAR.exec(text) ?? [];
  const nearDate = near && read(near);
  if (nearDate) {
    const last = addDays(nearDate, 1);
    return last < today ? undefined : { first: [addDays(nearDate, -1), today].sort()[1] as string, last };
  }
  const { before, until, after, day } = BOUND.exec(text)?.groups ?? {};
  const date = day && edgeOf(day, after !== undefined);
  if (!date)
    return day === undefined
      ? undefined
      : besideDays(
          { isBefore: before !== undefined, isUntil: until !== undefined, isAfter: after !== undefined },
          daysOf(day),
          today,
        );
  const first = addDays(date, after ? 1 : 0);
  if (!before && !until) return { first, last: addDays(first, DAYS_AHEAD) };
  const last = addDays(date, before ? -1 : 0);
  return last < today ? undefined : { first: today, last };
}

/**
 * Returns the days before or after a week or a weekend, or from it on. Until a weekend, it can be left out. Undefined where a week may be
 * counted or not: `by next week`.
 */
function besideDays(
  { isBefore, isUntil, isAfter }: { isBefore: boolean; isUntil: boolean; isAfter: boolean },
  days: DayRange | undefined,
  today: string,
): DayRange | undefined {
  if (!days) return undefined;
  const isWeekend = days.last === addDays(days.first, 1);
  if (isBefore || isUntil) {
    if (isUntil && !isWeekend) return undefined;
    // On a weekend, "before the weekend" is before the next one.
    const last = addDays(days.first, isWeekend && days.first <= today ? 6 : -1);
    return last < today ? undefined : { first: today, last };
  }
  const first = isAfter ? addDays(days.last, 1) : days.first;
  return { first: [first, today].sort()[1] as string, last: addDays(first, DAYS_AHEAD) };
}

/** Returns the days that are in two ranges. */
function within(one: DayRange, other: DayRange): DayRange | undefined {
  const [, first = ''] = [one.first, other.first].sort();
  const [last = ''] = [one.last, other.last].sort();
  return first <= last ? { first, last } : undefined;
}
