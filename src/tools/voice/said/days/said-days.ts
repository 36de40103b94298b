import { withDaysInFigures } from '../../../../lib/dates-in-words/day-numbers.ts';
import { withNearYear } from '../../../../lib/dates-in-words/near-years.ts';
import { numberOf } from '../../../../lib/dates-in-words/number-words.ts';
import { contradictingDates, readSaidDate, withMonthOf } from '../../../../lib/dates-in-words/said-dates.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';
import { addDays } from '../../../../lib/time/add-days.ts';
import { weekdayNumber } from '../../../../lib/time/weekdays.ts';
import { calendarDay, mondayOf } from '../../../../lib/time/working-hours.ts';
import { readWrittenDate } from '../../../../lib/time/written-date.ts';
import type { Office } from '../../core/office.ts';
import type { SaidClock, WithoutClock } from '../clock/clock-reading.ts';
import type { PartOfDay } from '../clock/parts-of-day.ts';
import {
  isClock,
  readClockAlone,
  withoutClock,
  withoutDashedHours,
  withoutMinutesBefore,
} from '../clock/said-clock.ts';
import { normalizeSaid } from '../normalize-said.ts';
import { countedDays, isWeekAfterNext, nextDays } from './counted-days.ts';
import { type DayRange, isoRange, readDayRange } from './day-ranges.ts';
import { englishDays } from './day-words.ts';
import { edgeOfWeek, numberedWeek } from './edges-of-weeks.ts';
import { fixedDay } from './fixed-days.ts';
import { besideHoliday, openRange } from './open-ranges.ts';
import { partOfMonth } from './parts-of-months.ts';
import { withNamedMonth } from './relative-months.ts';
import { weekdayOfMonth } from './weekdays-of-months.ts';
import { type WeeksLater, weekAndTime, weeksLater } from './weeks-later.ts';

/** Days as callers say them, in forms that `Office.daysOf` reads. */
export interface SaidDays {
  first: string;
  last: string;
  part: PartOfDay | undefined;
  /** A time of each day. */
  clock: SaidClock | undefined;
  /** The dates that can be meant, such as those of a weekday that is not that of its date. */
  either?: readonly [string, string] | undefined;
}

/** What days are read with. */
type ReadIn = Pick<Office, 'speech' | 'today' | 'context'>;

const PARTS: Readonly<Record<string, PartOfDay>> = {
  morning: 'morning',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'evening',
};
const SATURDAY = 6;
/** What `englishDays` writes for days near today, with their distance. */
const NEAR_WORDS: Readonly<Record<string, number>> = { overmorrow: 2, yesterday: -1, ereyesterday: -2 };

/** Models write it for a day and a preferred time. */
const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ](?:([01]\d|2[0-3]):([0-5]\d)|\d{2}:\d{2})(?::\d{2})?$/;

/** What `englishDays` writes for it, also of "first thing". */
const EARLY = /^early (.+)$/;
/** Days that are read as they are. */
const KNOWN = /^(?:today|tomorrow|(?:this|next) (?:week|month))$/;
/** What one day is read as. */
const ONE_DAY = /^(?:today|tomorrow|\d{4}-\d{2}-\d{2})$/;
/** Two numbers with a dash, without anything else. */
const DASHED = /^(\d{1,2}) ?[-–] ?(\d{1,2})$/;
/** Hours with a dash are no date that is farther away: who means one says its month. */
const NEAR_DAYS = 92;

/** "Next week on Friday" and "Friday of next week". */
const OF_NEXT_WEEK = /^(?:next week (?:on )?(\S+(?: feira)?)|(\S+(?: feira)?) (?:of )?next week)$/;

/**
 * Reads dates, weekdays, weekends and parts of a day, such as `the 3rd`, `Saturday`, `this weekend` and `tonight`, in English and in
 * the language that is spoken. A weekday is the next one, today included. Other texts are returned as they are.
 */
export function readSaidDays(text: string, office: ReadIn): SaidDays {
  const [, dated, hour, minute] = DATE_AND_TIME.exec(text.trim()) ?? [];
  if (dated) {
    const clock: SaidClock | undefined =
      hour === undefined ? undefined : { minutes: [Number(hour) * 60 + Number(minute)], relation: 'at' };
    return { first: dated, last: dated, part: undefined, clock };
  }
  const range = isoRange(text);
  if (range) return { ...range, part: undefined, clock: undefined };
  const whole = normalizeSaid(text);
  const [week, time] = weekAndTime(whole) ?? [];
  const taken =
    week === undefined || time === undefined
      ? withoutTime(whole, office)
      : { text: week, clock: readClockAlone(time, office.speech.language), said: time, isBeforeDay: false };
  // "In 3 Tagen" begins like a time, and "venerdì a otto" ends like one.
  const isCounted = isCountedText(whole, office.speech);
  const { text: spoken, clock } = isCounted ? { text: whole, clock: undefined } : taken;
  // "Huit jours" is a week, and "8 jours" is not.
  const isClear = !isCountedText(spoken, office.speech) && (taken.isBeforeDay || !isOneNumber(taken));
  const said = readDays(isClear ? withDaysInFigures(withNearYear(spoken), office.speech.language) : spoken, office);
  // Without a word that was read, the text may be a form of a date that is not normalized.
  const given = clock ? spoken : text;
  return { ...(said ?? { first: given, last: given, part: undefined }), clock };
}

const isCountedText = (text: string, speech: Office['speech']): boolean =>
  countedDays(text) !== undefined || weeksAfterDay(text, speech) !== undefined;

/** Reads whole weeks after a weekday, today or tomorrow. */
function weeksAfterDay(text: string, speech: Office['speech']): WeeksLater | undefined {
  const later = weeksLater(text);
  const isDay = later && (ONE_DAY.test(englishDays(later.day, speech.language)) || isWeekday(later.day, speech));
  return isDay ? later : undefined;
}

/** Takes the time off a text. Hours with a dash are one if the rest of the text is a day, and both together are no date. */
function withoutTime(whole: string, office: ReadIn): WithoutClock {
  const { language } = office.speech;
  const taken = withoutClock(whole, language);
  const before = withoutMinutesBefore(whole, language);
  const date = before && dateOf(withDaysInFigures(before.text, language), office);
  // "Viernes diez para las tres" is ten to three, unless this Friday is the tenth.
  if (before && date !== undefined) {
    const isDay = Number(date.slice(8)) === before.minutes;
    return isDay && before.hour ? { ...before, clock: { ...before.clock, other: before.hour } } : before;
  }
  const dashed = taken.clock ? undefined : withoutDashedHours(whole, language);
  const isDay = dashed && dateOf(withDaysInFigures(dashed.text, language), office) !== undefined;
  return isDay && !isDateInStead(whole, dashed.said, office) ? dashed : taken;
}

/** True if hours with a dash may be a date: one that falls on the weekday and is near, or the 17th of September as `9-17`. */
function isDateInStead(whole: string, said: string, office: ReadIn): boolean {
  const [, one, two] = DASHED.exec(said) ?? [];
  if (one === undefined || two === undefined) return false;
  const reading = readingOf(office);
  const inFigures = `${one}/${two}`;
  if (Number(two) > 12) return readWrittenDate(`${inFigures}/2000`, reading.country) !== undefined;
  const date = readSaidDate(whole.replace(said, inFigures), reading);
  return date !== undefined && date <= addDays(office.today, NEAR_DAYS);
}

/** True if the end of the day and the beginning of the time are one number as well: "vendredi vingt deux heures". */
const isOneNumber = ({ text, said }: WithoutClock): boolean =>
  said !== '' && !said.startsWith('a ') && numberOf(`${text.split(' ').at(-1)}${said.split(' ')[0]}`) > 0;

type DaysRead = Omit<SaidDays, 'clock'>;
const oneDay = (date: string, part?: PartOfDay): DaysRead => ({ first: date, last: date, part });

/** Days of which one is meant: the caller is asked which one. */
const eitherDay = (spoken: string, either: readonly [string, string], part?: PartOfDay): DaysRead => ({
  ...oneDay(spoken, part),
  either,
});

/** @param spoken normalized, without a time, with days of a month in figures. @returns undefined if it has no word that is read here. */
function readDays(spoken: string, office: ReadIn): DaysRead | undefined {
  const { speech, today } = office;
  const whole = countedAhead(spoken, office) ?? namedDays(spoken, office);
  if (whole) return whole;
  const said = englishDays(spoken, speech.language)
    .replace(/^tonight$/, 'today evening')
    .replace(/^(?:on|for) (?=\S)/, '');
  const [, before = said, partName = ''] = /^(.+) (morning|afternoon|evening|night)$/.exec(said) ?? [];
  const part = PARTS[partName];
  const edge = part && partOfPeriod(before, speech.language, today);
  if (edge) return { ...edge, part };
  const [, early] = EARLY.exec(said) ?? [];
  if (early) return earlyOn(early, office);
  const [, behind, ahead = behind] = OF_NEXT_WEEK.exec(before) ?? [];
  const days = before === 'this' && part ? 'today' : ahead ? `next ${ahead}` : before;
  const ofWeek = ofWeekAhead(days, part, office) ?? dateIn(spoken, days, part, office);
  if (ofWeek) return ofWeek;
  const range = readRange(days, office) ?? readRange(spoken, office);
  if (range) return { ...range, part };
  // "After 3" is a time.
  const open = isClock(spoken, speech.language)
    ? undefined
    : openRange(
        spoken,
        today,
        (day) => wholeDayOf(day, office),
        (days) => weekOf(days, office),
      );
  if (open) return { ...open, part: undefined };
  const either = contradictingDates(days, readingOf(office));
  if (either) return eitherDay(spoken, either, part);
  return part || said !== spoken || KNOWN.test(days) ? { first: days, last: days, part } : undefined;
}

/** Reads days that are counted from today or from another day: `in two weeks`, `a week from Thursday`. */
function countedAhead(spoken: string, office: ReadIn): DaysRead | undefined {
  const { speech, today } = office;
  const counted = countedDays(spoken);
  if (counted !== undefined) return oneDay(addDays(today, counted));
  const next = nextDays(spoken);
  if (next !== undefined) return { first: today, last: addDays(today, next - 1), part: undefined };
  if (isWeekAfterNext(spoken)) {
    const monday = addDays(today, 15 - calendarDay(today).dayOfWeek);
    return { first: monday, last: addDays(monday, 6), part: undefined };
  }
  const later = weeksAfterDay(spoken, speech);
  const [ahead, other] = later ? weeksAhead(later, office) : [];
  if (ahead === undefined) return undefined;
  return other === undefined ? oneDay(ahead) : eitherDay(spoken, [ahead, other]);
}

/** Reads days that have a name: holidays, the first Friday of a month, the end of a week. */
function namedDays(spoken: string, { speech, today, context }: ReadIn): DaysRead | undefined {
  const named =
    fixedDay(spoken, speech.language, today, context.settings.defaultCountry) ??
    weekdayOfMonth(spoken, speech.language, today, (word) => plainWeekday(word, speech));
  if (named !== undefined) return oneDay(named);
  const [beside, other] = besideHoliday(spoken, today);
  if (beside) return other ? eitherDay(spoken, [beside, other]) : oneDay(beside);
  const edge = partOfPeriod(spoken, speech.language, today);
  return edge && { ...edge, part: undefined };
}

/** Reads a weekday or a weekend of this week or another one. @param days in the words of `englishDays` */
function ofWeekAhead(days: string, part: PartOfDay | undefined, { speech, today }: ReadIn): DaysRead | undefined {
  const [, which = 'this', name = ''] =
    /^(?:(this|next|coming|overnext|last) )?(?:the )?(\S+(?: feira)?)$/.exec(days) ?? [];
  const { dayOfWeek } = calendarDay(today);
  const added = { next: 7, overnext: 14, last: -7 }[which] ?? 0;
  if (name === 'weekend') {
    // On a weekend, the coming one is the next.
    const isOver = which === 'coming' && dayOfWeek >= SATURDAY;
    const saturday = addDays(today, SATURDAY - dayOfWeek + (isOver ? 7 : added));
    return { first: saturday, last: addDays(saturday, 1), part };
  }
  const weekday = weekdayIn(name, speech);
  if (weekday === undefined) return undefined;
  const daysAhead = (weekday - dayOfWeek + 7) % 7;
  // The one of the next week, or the next one. One that is coming is not today.
  const counted = which === 'last' ? daysAhead - 7 : which === 'coming' ? daysAhead || 7 : daysAhead;
  return oneDay(addDays(today, added > 0 ? weekday - dayOfWeek + added : counted), part);
}

/** Reads a date. @param days in the words of `englishDays` */
function dateIn(spoken: string, days: string, part: PartOfDay | undefined, office: ReadIn): DaysRead | undefined {
  const { speech, today } = office;
  const reading = readingOf(office);
  const inNamedMonth = [spoken, days].flatMap((one) => withNamedMonth(one, speech.language, today) ?? []);
  const date =
    fixedDay(days, speech.language, today, reading.country) ??
    [...inNamedMonth, days].map((one) => readSaidDate(one, reading)).find((one) => one !== undefined);
  if (date !== undefined) return oneDay(date, part);
  const near = Object.hasOwn(NEAR_WORDS, days) ? NEAR_WORDS[days] : undefined;
  return near === undefined ? undefined : oneDay(addDays(today, near), part);
}

const readingOf = ({ speech, today, context }: ReadIn) => ({
  language: speech.language,
  today,
  country: context.settings.defaultCountry,
  weekdayOf: (word: string) => weekdayIn(word, speech),
});

const partOfPeriod = (text: string, language: string, today: string): DayRange | undefined =>
  edgeOfWeek(text, language, today) ?? partOfMonth(text, language, today) ?? numberedWeek(text, today);

/** Returns the date of a day that is whole weeks after another one, or the two that can be meant. */
function weeksAhead({ day, weeks, isFromDay }: WeeksLater, office: ReadIn): [string?, string?] {
  const { today } = office;
  const date = dateOf(day, office);
  if (date === undefined) return [];
  const ahead = addDays(date, weeks * 7);
  // On a Thursday, "a week from Thursday" may be in one week or in two. "Donnerstag in einer Woche" is in one.
  if (date === today && isFromDay && isWeekday(day, office.speech)) return [ahead, addDays(ahead, 7)];
  const isOver = calendarDay(date).dayOfWeek < calendarDay(today).dayOfWeek;
  // On a Wednesday, "Tuesday in two weeks" is in the second week from now, or two weeks after the coming Tuesday.
  return isOver && !isFromDay ? [addDays(ahead, -7), ahead] : [ahead];
}

function readRange(text: string, office: ReadIn): DayRange | undefined {
  return readDayRange(text, {
    weekdayOf: (word) => plainWeekday(word, office.speech),
    // A part of one of both days is none of all.
    dateOf: (day) => wholeDayOf(day, office),
    withMonthOf: (day, other) => withMonthOf(day, other, office.speech.language),
  });
}

const wholeDayOf = (day: string, office: ReadIn): string | undefined =>
  readDays(day, office)?.part ? undefined : dateOf(day, office);

/** Returns the days of a text that is a weekend, this week or the next one. */
function weekOf(text: string, office: ReadIn): DayRange | undefined {
  const { first, last, part } = readDays(text, office) ?? { first: '', last: '', part: undefined };
  if (part) return undefined;
  const ahead = { 'this week': 0, 'next week': 7 }[first];
  if (ahead === undefined) return first < last && last === addDays(first, 1) ? { first, last } : undefined;
  const monday = addDays(mondayOf(office.today), ahead);
  return { first: monday, last: addDays(monday, 6) };
}

/** Returns the date of a text that is one day; undefined also for a number alone, which may be an hour. */
function dateOf(text: string, office: ReadIn): string | undefined {
  const { first, last } = readDays(text, office) ?? { first: text, last: text };
  if (first !== last || !ONE_DAY.test(first) || /^\d{1,2}$/.test(text)) return undefined;
  return first === 'today' ? office.today : first === 'tomorrow' ? addDays(office.today, 1) : first;
}

/** Early is the morning of one day. */
function earlyOn(text: string, office: ReadIn): DaysRead {
  const days = readDays(text, office) ?? { first: text, last: text, part: undefined };
  const isDay = days.first === days.last && ONE_DAY.test(days.first);
  return { ...days, part: days.part ?? (isDay ? 'morning' : undefined) };
}

/** Behind any day, what `englishDays` writes for a part of it. */
const ONLY_PART = /^x (morning|afternoon|evening|night)$/;

/** Returns the part of the day that a text is, without a day. "Morgen" is tomorrow, too, and none. @param text normalized */
export function partAlone(text: string, language: string): PartOfDay | undefined {
  const [, name = ''] = ONLY_PART.exec(englishDays(`x ${text}`, language)) ?? [];
  return englishDays(text, language) === 'tomorrow' ? undefined : PARTS[name];
}

/** Returns the part of the day that a text is, also in the plural: `mornings`. @param text normalized */
export const partsAlone = (text: string, language: string): PartOfDay | undefined =>
  partAlone(text, language) ?? partAlone(text.replace(/s$/, ''), language);

/** True for a weekday without anything else, in English or the language that is spoken. @param text normalized */
export const isWeekday = (text: string, speech: Office['speech']): boolean => plainWeekday(text, speech) !== undefined;

/** Returns the ISO number of a weekday without anything else. @param text normalized */
export const plainWeekday = (text: string, speech: Office['speech']): number | undefined =>
  weekdayIn(englishDays(text, speech.language).replace(/^on /, ''), speech);

function weekdayIn(name: string, { weekday }: Office['speech']): number | undefined {
  const index = [1, 2, 3, 4, 5, 6, 7].findIndex((number) => normalizeName(weekday(number)) === name);
  return weekdayNumber(name) ?? (index < 0 ? undefined : index + 1);
}
