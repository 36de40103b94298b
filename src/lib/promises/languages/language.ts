/** What can be promised in a call. */
export const PROMISE_KINDS = ['callback', 'quote', 'refund', 'booking', 'waiting_list'] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

/** Alternatives of regular expressions, each for the whole of a promise. */
export type Patterns = Readonly<Record<PromiseKind, readonly string[]>>;

/** People who keep promises and are named by what they do. */
export type Role =
  | 'doctor'
  | 'nurse'
  | 'hygienist'
  | 'therapist'
  | 'stylist'
  | 'technician'
  | 'lawyer'
  | 'manager'
  | 'billing'
  | 'reception'
  | 'sales';

/** Matters for which a caller and a business use different words. */
export type Matter = 'bill' | 'xray' | 'estimate' | 'appointment' | 'insurance' | 'vehicle';

/**
 * How one language promises, as data. All texts are alternatives of regular expressions over normalized text: lower case,
 * without accents, with straight apostrophes.
 */
export interface PromiseLanguage {
  /** BCP 47. */
  tag: string;
  /** Parts of words, one of which is in every promise. Most sentences of other languages have none. */
  hint: string;
  /** What the business says to the caller. */
  spoken: Patterns;
  /** How a summary of the call reports it, in the third person. */
  reported: Patterns;
  /** Denies a promise that follows it in the same clause. */
  negation: string;
  /** Denies a promise inside its own words; default: `negation`. */
  innerNegation?: string;
  /** Words that begin a new clause, in addition to punctuation. */
  conjunctions: string;
  /** Makes the whole sentence a condition. */
  conditional: string;
  /** After a promise of a waiting list: when the place on it counts, which is no condition of the promise itself. */
  onceFree: string;
  /** Begins a question. Absent: whatever ends with a question mark is one. */
  interrogative?: string;
  /** Makes the whole sentence a report of the past. */
  past: string;
  /** A promise by one person about themselves, which a caller makes as well. */
  firstPerson: string;
  /** A sentence with it may add another promise: "and", "also". */
  added: string;
  /** A sentence with it repeats or corrects a promise: "no", "at the latest". Counts more than `added`. */
  restated: string;
  /** Words before that which a promise is about. */
  about: string;
  /** Words for each matter. Those of one matter are compared as one word. */
  matters: Readonly<Partial<Record<Matter, string>>>;
  /** Words for each role. "The office" and "the team" are the business itself. */
  roles: Readonly<Record<Role, string>>;
  /** Words before a person who does not keep the promise: "when the doctor is back". Those of `about` count as well. */
  aside: string;
  /**
   * The person who keeps a promise, by name: behind a title (group `titled`), or before a verb of a promise (group `name`). Over
   * text with its capitals and accents.
   */
  names: string;
  /** The caller, as the subject directly before a reported promise. */
  callers: string;
  time: TimeWords;
}

/** The words for times in one language. */
export interface TimeWords {
  /** Words for today, tomorrow and the day after. */
  days: readonly [today: string, tomorrow: string, dayAfter: string];
  /** Monday first. */
  weekdays: readonly [string, string, string, string, string, string, string];
  /** Before a weekday: that of the next week. Absent: such words mean the coming one. */
  next?: string;
  /** January first. */
  months: readonly string[];
  /** The days of a month in words, the first one first; alternatives of regular expressions. */
  dayNumbers: readonly string[];
  /** True if a day in words can follow its month: "December third". */
  isMonthFirst?: boolean;
  /** A day of a month that is not named, with its number as group. */
  dayOfMonth?: string;
  morning: string;
  noon: string;
  afternoon: string;
  evening: string;
  /** Followed by a day or part of it: due before that begins. */
  before: string;
  endOfWeek: string;
  nextWeek: string;
  weekAfterNext?: string;
  /** Two weeks, without a number. */
  fortnight?: string;
  endOfMonth: string;
  nextMonth: string;
  /** Numbers as words. */
  numbers: Readonly<Record<string, number>>;
  /** Connects the ends of a range of numbers. */
  to: string;
  /** After a unit: half of it more. */
  andHalf?: string;
  minutes: string;
  hours: string;
  dayUnits: string;
  workingDays: string;
  weeks: string;
  monthUnits: string;
  /** Before a number of months: that many after the call. "A quote for one month" is not due then. */
  ahead: string;
  /** The next hour, without a number. */
  withinHour: string;
  /** Today without a word for it: at once, soon. */
  soon: string;
  /** Until the business closes: "before we close". */
  closing: string;
  /**
   * A time of the day. Groups: `hour`, `minutes`, `half` of the day, such as `a`, `p.m` or `de la noche`, and words of `beforeHour`
   * (`before`) and `afterHour` (`after`).
   */
  clock: string;
  /** Minutes that words add to the hour after them: "half past three". */
  beforeHour?: Readonly<Record<string, number>>;
  /** Minutes that words add to the hour before them: "three thirty". */
  afterHour?: Readonly<Record<string, number>>;
}

/** Returns an alternative of a regular expression for each word. */
export const anyOf = (words: Readonly<Record<string, number>>): string => Object.keys(words).join('|');
