import type { OpeningHours } from '../time/opening-hours.ts';
import { localDate } from '../time/range.ts';
import { MINUTE_MS, SECOND_MS } from '../time/units.ts';
import { DAY_MINUTES } from '../time/whole-day.ts';
import { type HoursExceptions, hoursOn } from '../time/working-hours.ts';
import { MAX_DAYS, NOON, type SpokenTimes, spokenTimes } from './due-times.ts';
import type { PromiseLanguage } from './languages/index.ts';

type LocalDate = ReturnType<typeof localDate>;

/** The instant by which a promise is to be kept, in milliseconds since the epoch. */
export interface Due {
  at: number;
  /** True if the promise names no time: the end of the next opening day. */
  isAssumed: boolean;
}

/** When and where a promise was made. */
export interface Occasion {
  /** Start of the call, in milliseconds since the epoch. */
  start: number;
  /** IANA zone of the business. */
  zone: string;
  hours: OpeningHours;
  /** Closures and special hours, in dates of that zone; absent if they are unknown. */
  exceptions?: HoursExceptions | undefined;
}

/** Longest gap between two opening days that is looked for, in days. */
const MAX_GAP_DAYS = 2 * MAX_DAYS;

/** Returns by when a promise is due. Of several times the latest counts: "today or tomorrow" is kept tomorrow. */
export function dueOf(sentence: string, language: PromiseLanguage, occasion: Occasion): Due {
  const times = spokenTimes(sentence, language);
  const calendar = calendarOf(occasion);
  const { minute } = times;
  const at = (date: LocalDate) => calendar.timeOn(date, times);
  const nextAfterCall = (date: LocalDate) => (at(date) > occasion.start ? at(date) : at(date.add({ days: 1 })));
  if (times.isClosing) {
    const closings = datesIn(times, calendar).map(calendar.closingOn);
    const ahead = closings.filter((closing) => closing > occasion.start);
    return { at: ahead.length > 0 ? Math.max(...ahead) : calendar.nextClosing(), isAssumed: false };
  }
  // "Today by 12 a.m." is the midnight at which today ends.
  const isMidnight = minute !== undefined && minute < 60;
  const ends = [
    ...datesIn(times, calendar).map(isMidnight ? nextAfterCall : at),
    ...times.minutes.map((minutes) => occasion.start + minutes * MINUTE_MS),
  ];
  if (ends.length === 0 && minute !== undefined) ends.push(nextAfterCall(calendar.today));
  const last = Math.max(...ends.filter((end) => end > occasion.start));
  return Number.isFinite(last) ? { at: last, isAssumed: false } : assumedDue(occasion, times.isSoon);
}

/** Returns the end of the next opening day, or of today for a promise to act soon. */
export function assumedDue(occasion: Occasion, isSoon = false): Due {
  const calendar = calendarOf(occasion);
  return { at: calendar.endOn(isSoon ? calendar.today : calendar.openingDay(1)), isAssumed: true };
}

/** Opening days after which a customer on a waiting list should hear how it stands. */
const WAITING_DAYS = 20;

/** Returns when a place on a waiting list is due of which no time is named. */
export function waitingDue(occasion: Occasion): Due {
  const calendar = calendarOf(occasion);
  return { at: calendar.endOn(calendar.openingDay(WAITING_DAYS)), isAssumed: true };
}

/** Returns the days on which, or by the end of which, something is promised. */
function datesIn(times: SpokenTimes, { today, workday, openingDay, lastOpeningDay }: Calendar): LocalDate[] {
  const days = [
    // Today is the date of the clock; before closing time, it is the day of the business.
    ...times.days.map((count) => (count === 0 && !times.isClosing ? today : workday.add({ days: count }))),
    ...times.daysLater.filter((count) => count <= MAX_DAYS).map((count) => today.add({ days: count })),
  ];
  const weekdays = times.weekdays.map(({ weekday, isBefore, isNext }) => {
    // On a Friday, "by Friday" is not today, which would be called so.
    const ahead = isNext ? weekday - workday.dayOfWeek + 7 : (weekday - workday.dayOfWeek + 7) % 7 || 7;
    return workday.add({ days: Math.max(0, isBefore ? ahead - 1 : ahead) });
  });
  const dates = times.dates.map(({ month, day }) => {
    if (month === undefined) return nextDay(day, today);
    const date = today.with({ month, day });
    // Not a year later than the date: of 29 February, that can be the 28th.
    return date.toString() < today.toString() ? today.with({ year: today.year + 1, month, day }) : date;
  });
  const working = times.workingDays.filter((count) => count <= MAX_DAYS).map(openingDay);
  const nextMonday = workday.add({ days: 8 - workday.dayOfWeek });
  const endOfWeek = (from: LocalDate) => lastOpeningDay(from, from.add({ days: 7 - from.dayOfWeek }));
  const endOfMonth = (from: LocalDate) => lastOpeningDay(from, from.with({ day: from.daysInMonth }));
  // "Monday next week" names a day, which is then the one that counts.
  const isDayNamed = days.length + weekdays.length + dates.length > 0;
  const weeks = [
    ...(times.isThisWeek ? [endOfWeek(workday)] : []),
    ...(times.isNextWeek && !isDayNamed ? [endOfWeek(nextMonday)] : []),
    ...(times.isWeekAfterNext && !isDayNamed ? [endOfWeek(nextMonday.add({ days: 7 }))] : []),
  ];
  const nextMonth = today.with({ day: 1 }).add({ months: 1 });
  const months = [
    ...times.monthsLater.map((count) => today.add({ months: count })),
    ...(times.isThisMonth ? [endOfMonth(today)] : []),
    ...(times.isNextMonth && !isDayNamed ? [endOfMonth(nextMonth)] : []),
  ];
  return [...days, ...weekdays, ...dates, ...working, ...weeks, ...months];
}

/** Returns the next day with a number, today included. Not every month has a 31st. */
function nextDay(day: number, today: LocalDate): LocalDate {
  for (let month = today.with({ day: 1 }); ; month = month.add({ months: 1 })) {
    const date = month.with({ day });
    if (date.day === day && date.toString() >= today.toString()) return date;
  }
}

interface Calendar {
  /** The date of the call. */
  today: LocalDate;
  /** The date on which the day of the business has begun: the one before, in a night that the business is open past midnight. */
  workday: LocalDate;
  /** The opening day with this number after `workday`; a business that never opens has every day. */
  openingDay(count: number): LocalDate;
  /** The last opening day from a day to another one; the first of both if there is none. */
  lastOpeningDay(from: LocalDate, to: LocalDate): LocalDate;
  /** The end of the opening hours of a day; at the earliest after the call. */
  endOn(date: LocalDate): number;
  /** When the business closes on a day, or in the night that begins on it; the end of a day without opening hours. */
  closingOn(date: LocalDate): number;
  /** When it closes next; the end of today if it never opens. */
  nextClosing(): number;
  /**
   * A spoken time of a day, or else the end of its opening hours. Of two readings, that at which the business is open: at night,
   * "by two" is no time of the afternoon. The evening of a business that is open past midnight lasts until it closes.
   */
  timeOn(date: LocalDate, times: SpokenTimes): number;
}

function calendarOf({ start, zone, hours, exceptions = {} }: Occasion): Calendar {
  const today = localDate(start, zone);
  const periodsOn = (date: LocalDate) => hoursOn(date.toString(), exceptions, hours) ?? [];
  const isOpen = (date: LocalDate) => periodsOn(date).length > 0;
  // The last second, because midnight reads as the next day.
  const endOf = (date: LocalDate) => date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - SECOND_MS;
  const instant = (date: LocalDate, minute: number) =>
    minute >= DAY_MINUTES
      ? endOf(date)
      : date.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 }).toZonedDateTime(zone)
          .epochMilliseconds;
  const endOn = (date: LocalDate) => {
    const closing = instant(date, periodsOn(date).at(-1)?.to ?? DAY_MINUTES);
    return closing > start ? closing : endOf(date);
  };
  const isOpenAt = (date: LocalDate, minute: number) =>
    periodsOn(date).some(({ from, to }) => from <= minute && minute <= to);
  /** The end of the night that begins on a date, in minutes of the next one; undefined if the business closes before midnight. */
  const nightAfter = (date: LocalDate) => {
    const [next] = periodsOn(date.add({ days: 1 }));
    const goesOn = periodsOn(date).at(-1)?.to === DAY_MINUTES && next?.from === 0 && next.to < NOON;
    return goesOn ? next.to : undefined;
  };
  const closingOn = (date: LocalDate) => {
    const night = nightAfter(date);
    return night === undefined
      ? instant(date, periodsOn(date).at(-1)?.to ?? DAY_MINUTES)
      : instant(date.add({ days: 1 }), night);
  };
  const yesterday = today.subtract({ days: 1 });
  const currentNight = nightAfter(yesterday);
  const nightEnd = currentNight === undefined ? 0 : instant(today, currentNight);
  const isNight = start < nightEnd;
  const workday = isNight ? yesterday : today;
  /** The readings of a time at which the business is open, the usual one first; none if it is closed at both. */
  const readingsOn = (date: LocalDate, { minute, other }: SpokenTimes) =>
    [minute, other].filter((one) => one !== undefined).filter((one) => isOpenAt(date, one));
  /** The end of the evening of the call; of the night, if the business is open then. */
  const eveningEnd = (usual: number) => {
    const current = periodsOn(today).find(
      ({ from, to }) => instant(today, from) <= start && start < instant(today, to),
    );
    if (current?.from === 0 && current.to < NOON) return instant(today, current.to);
    if (!current || usual > start) return usual;
    const night = current.to === DAY_MINUTES ? nightAfter(today) : undefined;
    return night === undefined ? instant(today, current.to) : instant(today.add({ days: 1 }), night);
  };
  return {
    today,
    workday,
    openingDay(count) {
      let left = count;
      let date = workday;
      for (let days = 0; left > 0 && days < MAX_GAP_DAYS; days++) {
        date = date.add({ days: 1 });
        if (isOpen(date)) left--;
      }
      return left > 0 ? workday.add({ days: count }) : date;
    },
    lastOpeningDay(from, to) {
      for (let date = to; !date.equals(from); date = date.subtract({ days: 1 })) if (isOpen(date)) return date;
      return from;
    },
    endOn,
    closingOn,
    nextClosing() {
      let date = workday;
      for (let days = 0; days < MAX_GAP_DAYS; days++, date = date.add({ days: 1 })) {
        if (isOpen(date) && closingOn(date) > start) return closingOn(date);
      }
      return endOf(today);
    },
    timeOn(date, times) {
      const { minute } = times;
      if (minute === undefined) return endOn(date);
      if (!date.equals(today)) return instant(date, readingsOn(date, times)[0] ?? minute);
      // Said in the night before: the day that begins after it.
      if (isNight && !times.days.includes(0) && (times.days.length > 0 || times.weekdays.length > 0)) {
        const tomorrow = today.add({ days: 1 });
        const readings = [
          ...readingsOn(today, times).map((reading) => instant(today, reading)),
          ...readingsOn(tomorrow, times).map((reading) => instant(tomorrow, reading)),
          instant(today, minute),
        ];
        return readings.find((at) => at > nightEnd) ?? instant(tomorrow, minute);
      }
      if (times.isEvening) return eveningEnd(instant(today, minute));
      const readings = readingsOn(today, times).map((reading) => instant(today, reading));
      const [next] = readings.filter((at) => at > start).sort((a, b) => a - b);
      if (next !== undefined) return next;
      const { other } = times;
      const tomorrow = today.add({ days: 1 });
      const isEarly = other !== undefined && other < minute && isOpenAt(tomorrow, other);
      return isEarly ? instant(tomorrow, other) : instant(today, minute);
    },
  };
}
