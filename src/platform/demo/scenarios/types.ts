import type { CallOutcome } from '../outcomes.ts';

/** The variables of a script, phrased as spoken: `$129`, `Thursday, March 5 at 10 a.m.`. */
export interface ScriptVariables {
  /** The receptionist's greeting, which depends on the opening hours, and farewell. */
  hello: string;
  bye: string;
  /** The names of the practice, its street and the receptionist. */
  team: string;
  address: string;
  me: string;
  first: string;
  last: string;
  full: string;
  /** The last name spelled by letter, and in the NATO alphabet. */
  spelled: string;
  spelledOut: string;
  /** The caller's number digit by digit, and e-mail address in words. */
  phone: string;
  email: string;
  service: string;
  price: string;
  minutes: number;
  /** The staff member who performs the service. */
  staff: string;
  day: string;
  time: string;
  /** `day` at `time`: the appointment that is made, kept or cancelled, or that it is moved to. */
  when: string;
  /** The time that is offered first and declined, or that an appointment is moved from. */
  other: string;
  otherDay: string;
  otherTime: string;
  /** The same times for languages with a 24-hour clock: `14:30`. */
  clock: string;
  otherClock: string;
  /** Insurance member number: ten digits in three groups. */
  member: string;
  /** Names of the caller's son, daughter and mother. */
  boy: string;
  girl: string;
  elder: string;
  elderSpelled: string;
  /** Weekday of the call, and of the next day. */
  today: string;
  tomorrow: string;
  /** The price of a service. */
  cost(service_id: string): string;
  /** Phrases a text digit by digit, with a pause at each space. */
  digits(text: string): string;
}

/** A kind of call: its script, its result and its effect on the schedule. */
export interface Scenario {
  outcome: CallOutcome;
  direction?: 'outbound';
  status?: 'missed' | 'voicemail';
  /** BCP 47 tag; default: English. */
  language?: string;
  /** Ids of the services that it can be about; default: all. */
  services?: readonly string[];
  /** Effect on an appointment: made, moved, cancelled, or only discussed (`keep`). */
  booking?: 'book' | 'move' | 'cancel' | 'keep';
  /** Range of days from the call to the appointment. */
  lead?: readonly [from: number, to: number];
  /** Notes of the resulting appointment. */
  notes?: (s: ScriptVariables) => string;
  /** Null if the call has no content to summarize. */
  summary: ((s: ScriptVariables) => string) | null;
  /** Format: see `performScript`. Empty if nothing was said. */
  script: (s: ScriptVariables) => string;
}

export type Scenarios = Readonly<Record<string, Scenario>>;
