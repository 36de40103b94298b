import type { CallerCheck } from '../../caller/caller.ts';
import type { PartOfDay } from '../../said/clock/parts-of-day.ts';

/** A day as people say it. Names are in the language of the answer. */
export interface SpokenDay {
  /** `near`: within four weeks, so that the weekday and the day of the month are enough. `weekly`: each such weekday. */
  relation: 'today' | 'tomorrow' | 'near' | 'far' | 'weekly';
  weekday: string;
  /** ISO number: 1 Monday to 7 Sunday. */
  weekdayNumber: number;
  /** Of the month. */
  day: number;
  month: string;
  /** Undefined for the current year. */
  year: number | undefined;
}

/** A time of day in the custom of the region. */
export interface SpokenTime {
  /** Such as `9:00` or `2:30 PM`. */
  text: string;
  /** The hour in `text`: some languages have another preposition before one o'clock. */
  hour: number;
}

/** An appointment of the caller, or one that is offered. */
export interface SpokenAppointment {
  /** Names of the business; undefined if unknown. */
  service: string | undefined;
  /** Name of whose it is, where the appointments are of several people. */
  customer?: string | undefined;
  staff: string | undefined;
  day: SpokenDay;
  time: SpokenTime;
}

/** What a service is. The price is in words, `free` if it costs nothing. Undefined: not known. */
export interface SpokenService {
  name: string;
  length: string | undefined;
  price: string | undefined;
}

/** Formats of one language and region (ECMA-402). */
export interface Lists {
  /** Upper case, such as `US`; undefined if the language tag has none. */
  region: string | undefined;
  and(items: readonly string[]): string;
  or(items: readonly string[]): string;
}

/**
 * The sentences of the voice profile in one language. Strings among the arguments are names of the business, or phrases
 * that were made by the first group of functions.
 */
export interface Phrases {
  /** `on Tuesday the 24th`, `today`. */
  on(day: SpokenDay): string;
  /** `at 9:00`. */
  at(time: SpokenTime): string;
  /** The end of a day on a clock with twelve hours, where `12:00 AM` is its beginning. Absent: as on the clock. */
  midnight?: string;
  /** `from 9:00 to 11:30`. */
  fromTo(from: SpokenTime, to: SpokenTime): string;
  /** Follows a time that a clock change repeats: which one of the two it is. */
  clockChange: { earlier: string; later: string };
  /** `Cleaning with Dana Lee on Tuesday the 24th at 9:00`. */
  appointment(appointment: SpokenAppointment): string;
  /** When in a day: `in the morning`. */
  partOfDay: Readonly<Record<PartOfDay, string>>;
  /** Weekdays in a row: `Monday to Friday`, `Saturday`. */
  weekdays(first: string, last: string): string;

  /** @param others how many services are not named. */
  offered(names: readonly string[], others: number): string;
  nothingOffered: string;
  service(service: SpokenService): string;
  /** @param price in words, `free` if it costs nothing then. */
  priceFrom(day: SpokenDay, price: string): string;
  notOffered: string;
  /** Of several services that were said, one is not offered. */
  notAllOffered: string;
  /** Several services or people match what was said. */
  whichOne(names: readonly string[]): string;
  /** Times that contradict each other, or of which one is meant. @param times of `partOfDay` or made by `at`; at least two. */
  whichTime(times: readonly string[]): string;
  /** A day, or a bound such as `after 3`, was said in place of a time. */
  askTime: string;
  /** Appointments of a series are booked one by one. */
  firstOfSeries: string;
  askNext: string;
  /** Services that were said in one sentence. @param names at least two. */
  bookedSeparately(names: readonly string[]): string;
  unknownPerson(names: readonly string[]): string;
  /** The person works here, and others perform the service. */
  otherPeople(name: string, names: readonly string[]): string;
  /** The platform does not let its clients choose the person. */
  personNotChosen: string;

  /** Times at which only those come who have an appointment. @param periods made by `fromTo`; at least one. */
  byAppointment(periods: readonly string[]): string;
  /** @param periods made by `fromTo`, of which the last can be made by `byAppointment`. */
  openOn(day: SpokenDay, periods: readonly string[]): string;
  /** @param reason of the closure, in words of the business. */
  closedOn(day: SpokenDay, reason: string | undefined): string;
  /** The business was open today, and all work is over. */
  closedForToday: string;
  /** @param periods made by `fromTo`, in which a person works on a day; empty: the person does not work then. */
  worksOn(name: string, day: SpokenDay, periods: readonly string[]): string;
  /**
   * @param from the first of the seven days; undefined for today.
   * @param open days with their periods, in order; at least one.
   * @param closed made by `weekdays`.
   */
  openInWeek(
    from: SpokenDay | undefined,
    open: readonly { days: string; periods: readonly string[] }[],
    closed: readonly string[],
  ): string;
  closedInWeek(from: SpokenDay | undefined): string;
  hoursUnknown: string;
  /** What was said is no day, week or month. Names what can be said. */
  dayNotUnderstood: string;
  /** Opening hours of a longer period cannot be said. */
  /** Days that were asked for are over. */
  dayOver: string;
  askDayOrWeek: string;

  /** @param times made by `at` and `fromTo`; at least one. */
  freeOn(day: SpokenDay, times: readonly string[]): string;
  moreTimes: string;
  nothingFree: string;
  nothingFreeOn(day: SpokenDay): string;
  /** @param next made by `on` and `at`. */
  nextFree(next: string): string;
  calendarUnread: string;
  notPossible: string;
  /** @param moment in the past, made by `on` and `at`. */
  timeOver(moment: string): string;
  /** A clock change leaves the time out. */
  skippedTime: string;
  /** The customer has as many appointments on that day as the business allows. */
  customerLimit: string;
  /** Beyond the booking window. @param latest the last free day in it; undefined if there is none, or it is not known. */
  tooFar(latest: SpokenDay | undefined): string;
  /** @param instead made by `on` and `at`; at least one. */
  possible(instead: readonly string[]): string;

  /**
   * Questions before a change.
   * @param name of the customer, as the caller said it
   * @param callback the number that will be noted, in groups of digits
   */
  askToBook(appointment: string, name?: string, callback?: string): string;
  /** @param staff the other person who would take it then. */
  askToMove(from: string, to: string, staff?: string): string;
  /** @param staff the other person who would take it at the same time. */
  askToChangePerson(appointment: string, staff: string): string;
  askToCancel(appointment: string): string;
  /** What the caller wants the team to know of an appointment. */
  askToNote(appointment: string): string;
  haveAlready(appointments: readonly string[]): string;
  booked(appointment: string): string;
  moved(appointment: string): string;
  personChanged(appointment: string): string;
  /** The service of the appointment is no longer offered. */
  notMoved(appointment: string): string;
  cancelled(appointment: string): string;
  noted(appointment: string): string;

  /** @param others how many appointments are not named. */
  appointments(appointments: readonly string[], others: number): string;
  noAppointments: string;
  whichAppointment(appointments: readonly string[]): string;
  /** The caller named an appointment that is not among theirs. */
  otherAppointments(appointments: readonly string[]): string;

  /** The number of the caller is withheld or unknown. */
  numberUnknown: string;
  askCallbackNumber: string;
  /** Only a part of the number was understood. Nothing was changed. */
  numberNotUnderstood: string;
  /** @param number in groups of digits, or as it is noted */
  withExtension(number: string, extension: string): string;
  /** The platform takes no booking without a number. */
  numberRequired: string;
  /** For the notes of the booking, which the business reads. */
  callbackNote(number: string): string;
  askChecks(checks: readonly CallerCheck[]): string;
  /** Of another person than the caller, who comes. */
  askOtherName: string;
  notVerified: string;
  tooManyAttempts: string;

  failures: {
    notUnderstood: string;
    /** The platform was not reached, or is busy. Nothing was changed. */
    unavailable: string;
    /** Repeating does not help. Nothing was changed. */
    broken: string;
    /** Another request changed the same appointment. */
    changedMeanwhile: string;
    /** A rule of the business. Nothing was changed. */
    refused: string;
    outcomeUnknown: string;
  };
}

/** One language. */
export type SpokenLanguage = (lists: Lists) => Phrases;
