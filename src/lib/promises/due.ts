import { type OpeningHours, periodsOn } from '../time/opening-hours.ts';
import { localDate } from '../time/range.ts';
import { MINUTE_MS, SECOND_MS } from '../time/units.ts';
import { MAX_DAYS, type SpokenTimes, spokenTimes } from './due-times.ts';
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
}

const NOON = 12 * 60;
/** Longest gap between two opening days that is looked for, in days. */
const MAX_GAP_DAYS = 2 * MAX_DAYS;

/** Returns by when a promise is due. Of several times the latest counts: "today or tomorrow" is kept tomorrow. */
export function dueOf(sentence: string, language: PromiseLanguage, occasion: Occasion): Due {
  const times = spokenTimes(sentence, language);
  const calendar = calendarOf(occasion);
  const { minute } = times;
  const at = (date: LocalDate) => calendar.timeOn(date, times);
  const nextAfterCall = (date: LocalDate) => (at(date) > occasion.start ? at(date) : at(date.add({ days: 1 })));
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

/** Returns the days on which, or by the end of which, something is promised. */
function datesIn(times: SpokenTimes, { today, openingDay, lastOpeningDay }: Calendar): LocalDate[] {
  const days = times.days.filter((count) => count <= MAX_DAYS).map((count) => today.add({ days: count }));
  const weekdays = times.weekdays.map(({ weekday, isBefore }) => {
    // On a Friday, "by Friday" is not today, which would be called so.
    const ahead = (weekday - today.dayOfWeek + 7) % 7 || 7;
    return today.add({ days: Math.max(0, isBefore ? ahead - 1 : ahead) });
  });
  const dates = times.dates.map(({ month, day }) => {
    const date = today.with({ month, day });
    return date.toString() < today.toString() ? date.add({ years: 1 }) : date;
  });
  const working = times.workingDays.filter((count) => count <= MAX_DAYS).map(openingDay);
  // "Monday next week" names a day, which is then the one that counts.
  const isDayNamed = days.length + weekdays.length + dates.length > 0;
  const weeks = [
    ...(times.isThisWeek ? [lastOpeningDay(today)] : []),
    ...(times.isNextWeek && !isDayNamed ? [lastOpeningDay(today.add({ days: 8 - today.dayOfWeek }))] : []),
  ];
  return [...days, ...weekdays, ...dates, ...working, ...weeks];
}

interface Calendar {
  /** The date of the call. */
  today: LocalDate;
  /** The opening day with this number after today; a business that never opens has every day. */
  openingDay(count: number): LocalDate;
  /** The last opening day of a week, from a day of it on; that day itself if there is none. */
  lastOpeningDay(date: LocalDate): LocalDate;
  /** The end of the opening hours of a day; at the earliest after the call. */
  endOn(date: LocalDate): number;
  /**
   * A spoken time of a day, or else the end of its opening hours. Of two readings, that at which the business is open: at night,
   * "by two" is no time of the afternoon. The evening of a business that is open past midnight lasts until it closes.
   */
  timeOn(date: LocalDate, times: SpokenTimes): number;
}

function calendarOf({ start, zone, hours }: Occasion): Calendar {
  const today = localDate(start, zone);
  const isOpen = (date: LocalDate) => periodsOn(hours, date).length > 0;
  // The last second, because midnight reads as the next day.
  const endOf = (date: LocalDate) => date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - SECOND_MS;
  const instant = (date: LocalDate, minute: number) =>
    minute >= 24 * 60
      ? endOf(date)
      : date.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 }).toZonedDateTime(zone)
          .epochMilliseconds;
  const endOn = (date: LocalDate) => {
    const closing = instant(date, periodsOn(hours, date).at(-1)?.to ?? 24 * 60);
    return closing > start ? closing : endOf(date);
  };
  const isOpenAt = (date: LocalDate, minute: number) =>
    periodsOn(hours, date).some(({ from, to }) => from <= minute && minute <= to);
  /** The readings of a time at which the business is open, the usual one first; none if it is closed at both. */
  const readingsOn = (date: LocalDate, { minute, early }: SpokenTimes) =>
    [minute, early].filter((one) => one !== undefined).filter((one) => isOpenAt(date, one));
  /** The end of the evening of the call; of the night, if the business is open then. */
  const eveningEnd = (usual: number) => {
    const current = periodsOn(hours, today).find(
      ({ from, to }) => instant(today, from) <= start && start < instant(today, to),
    );
    if (current?.from === 0 && current.to < NOON) return instant(today, current.to);
    if (!current || usual > start) return usual;
    const tomorrow = today.add({ days: 1 });
    const [next] = periodsOn(hours, tomorrow);
    const isOpenOn = current.to === 24 * 60 && next?.from === 0 && next.to < NOON;
    return isOpenOn ? instant(tomorrow, next.to) : instant(today, current.to);
  };
  return {
    today,
    openingDay(count) {
      let left = count;
      let date = today;
      for (let days = 0; left > 0 && days < MAX_GAP_DAYS; days++) {
        date = date.add({ days: 1 });
        if (isOpen(date)) left--;
      }
      return left > 0 ? today.add({ days: count }) : date;
    },
    lastOpeningDay(from) {
      let last = from;
      for (let date = from; ; date = date.add({ days: 1 })) {
        if (isOpen(date)) last = date;
        if (date.dayOfWeek === 7) return last;
      }
    },
    endOn,
    timeOn(date, times) {
      const { minute } = times;
      if (minute === undefined) return endOn(date);
      if (!date.equals(today)) return instant(date, readingsOn(date, times)[0] ?? minute);
      if (times.isEvening) return eveningEnd(instant(today, minute));
      const readings = readingsOn(today, times).map((reading) => instant(today, reading));
      const [next] = readings.filter((at) => at > start).sort((a, b) => a - b);
      if (next !== undefined) return next;
      const { early } = times;
      const tomorrow = today.add({ days: 1 });
      return early !== undefined && isOpenAt(tomorrow, early) ? instant(tomorrow, early) : instant(today, minute);
    },
  };
}
