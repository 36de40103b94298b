import type { CallOutcome } from '../outcomes.ts';

/** What a script may mention. Everything is as it is said aloud: `$129`, `Thursday, March 5 at 10 a.m.`. */
export interface Slots {
  /** The receptionist's first and last sentence, fitting the hour. */
  hello: string;
  bye: string;
  /** The practice, its street and the receptionist. */
  team: string;
  address: string;
  me: string;
  first: string;
  last: string;
  full: string;
  /** The last name by letters, and in the telephone alphabet. */
  spelled: string;
  spelledOut: string;
  /** The caller's own number digit by digit, and e-mail address in words. */
  phone: string;
  email: string;
  service: string;
  price: string;
  minutes: number;
  /** Who performs the service. */
  staff: string;
  day: string;
  time: string;
  /** `day` at `time`: the appointment that is made, kept, or cancelled, or what it is moved to. */
  when: string;
  /** What is offered first and refused, or what an appointment is moved from. */
  other: string;
  otherDay: string;
  otherTime: string;
  /** The same times as said in languages that know no a.m.: `14:30`. */
  clock: string;
  otherClock: string;
  /** Ten digits in three groups, as on an insurance card. */
  member: string;
  /** The caller's son, daughter and mother, as far as a script needs them. */
  boy: string;
  girl: string;
  elder: string;
  elderSpelled: string;
  /** Weekday of the call, and of the day after. */
  today: string;
  tomorrow: string;
  /** What a service costs. */
  cost(service_id: string): string;
  /** Digit by digit, a pause at each space. */
  digits(text: string): string;
}

/** A call as it might go: the words, and what it does to the diary. */
export interface Scenario {
  outcome: CallOutcome;
  direction?: 'outbound';
  status?: 'missed' | 'voicemail';
  /** BCP 47; English unless said otherwise. */
  language?: string;
  /** Services it may be about, by id. */
  services?: readonly string[];
  /** What happens to an appointment: made, moved, cancelled, or only talked about (`keep`). */
  booking?: 'book' | 'move' | 'cancel' | 'keep';
  /** Days from the call to the appointment, from and to. */
  lead?: readonly [from: number, to: number];
  /** What the desk then finds beside the appointment. */
  notes?: (s: Slots) => string;
  /** Null: nothing was said that could be summed up. */
  summary: ((s: Slots) => string) | null;
  /** See `perform` in `script.ts` for the form. Empty: nobody spoke. */
  script: (s: Slots) => string;
}

export type Scenarios = Readonly<Record<string, Scenario>>;
